// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import io.skipping.index.ByteRange;
import io.skipping.index.build.RangePlanner;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.read.gzip.MemberRanges;
import io.skipping.trino.core.read.gzip.MemberRanges.MemberRange;
import io.skipping.trino.core.read.text.TextEnds;
import io.skipping.trino.hive.config.HiveScanConfig;
import io.skipping.trino.hive.config.HiveScanProperties;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.skipping.trino.hive.read.RangeReader.OpenRange;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.memory.MemoryFileSystemFactory;
import io.trino.hive.formats.HiveClassNames;
import io.trino.metastore.HiveType;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.plugin.hive.HiveSessionProperties;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.Schema;
import io.trino.plugin.hive.line.CsvPageSourceFactory;
import io.trino.plugin.hive.line.SimpleTextFilePageSourceFactory;
import io.trino.plugin.hive.orc.OrcReaderConfig;
import io.trino.plugin.hive.orc.OrcWriterConfig;
import io.trino.plugin.hive.parquet.ParquetReaderConfig;
import io.trino.plugin.hive.parquet.ParquetWriterConfig;
import io.trino.spi.SplitWeight;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.type.VarcharType;
import io.trino.testing.TestingConnectorSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Objects with header and footer lines, cut as builds cut them: beside the stock reader, which reads them as a whole. */
public class TestTextEnds {
    private static final int OBJECTS = Integer.getInteger("skipping.test.text-ends", 1500);

    private static final HiveColumnHandle COLUMN = HiveColumnHandle.createBaseColumn(
            "c0", 0, HiveType.HIVE_STRING, VarcharType.VARCHAR, HiveColumnHandle.ColumnType.REGULAR, Optional.empty());

    private static final HiveTableHandle TABLE = new HiveTableHandle(
            "s", "t", ImmutableMap.of(), ImmutableList.of(), ImmutableList.of(COLUMN), Optional.empty());

    private static final HiveConfig CONFIG = new HiveConfig();

    /** An object, how it is read, and where it has been cut. */
    private record Cut(HiveSplit whole, TrinoFileSystemFactory files, List<ByteRange> ranges) {}

    @DataProvider
    public Object[][] readers() {
        return new Object[][] {{true}, {false}};
    }

    @Test(dataProvider = "readers")
    public void testEveryRowIsGivenByOneRange(boolean ourReader) throws IOException {
        int ranges = 0;
        for (int seed = 0; seed < OBJECTS; seed++) {
            Random random = new Random(seed);
            byte[] text = text(random);
            TextEnds ends = new TextEnds(random.nextInt(5), random.nextInt(4));
            Cut object = random.nextInt(3) == 0 ? ofMembers(random, text, ends) : ofLines(random, text, ends);
            assertThat(read(object, random, ourReader))
                    .as("seed %s, %s, cut into %s", seed, ends, object.ranges)
                    .isEqualTo(readByTrino(object));
            ranges += object.ranges.size();
        }
        assertThat(ranges).as("ranges of %s objects", OBJECTS).isGreaterThan(4 * OBJECTS);
    }

    /** A store that answers fast is known to after some objects, and looked at again from time to time. */
    @Test
    public void testSmallObjectsAreLeftToTheirReaders() throws IOException {
        byte[] text = "row\n".repeat(100).getBytes(UTF_8);
        Cut object = object(new Random(1), text, ".csv", TextEnds.NONE);
        RangeReader reader = new RangeReader(object.files, CONFIG, TESTING_TYPE_MANAGER);
        SkippingSplit whole = SkippingSplit.piece(object.whole, new ByteRange(0, text.length));
        SkippingSplit piece = SkippingSplit.piece(object.whole, new ByteRange(0, text.length - 1));
        assertThat(reader.isBetterLeft(whole)).as("before anything is known").isFalse();
        for (int read = 0; read < 50; read++) {
            assertThat(rows(reader.open(session(true), whole)
                            .read(HiveReads.outsideScans(session(true), TABLE), whole, ImmutableList.of(COLUMN))))
                    .hasSize(100);
        }
        assertThat(IntStream.range(0, 2_000)
                        .filter(_ -> reader.isBetterLeft(whole))
                        .count())
                .isBetween(1_800L, 1_999L);
        assertThat(IntStream.range(0, 2_000).anyMatch(_ -> reader.isBetterLeft(piece)))
                .isFalse();
    }

    /** The ranges one by one, or some that follow each other as one. */
    private static List<String> read(Cut object, Random random, boolean ourReader) throws IOException {
        ConnectorSession session = session(ourReader);
        RangeReader reader = new RangeReader(object.files, CONFIG, TESTING_TYPE_MANAGER);
        List<String> rows = new ArrayList<>();
        for (int first = 0; first < object.ranges.size(); ) {
            int last = first + (random.nextBoolean() ? 0 : random.nextInt(object.ranges.size() - first));
            long start = object.ranges.get(first).start();
            ByteRange piece = new ByteRange(start, object.ranges.get(last).end() - start);
            SkippingSplit split = SkippingSplit.piece(object.whole, piece);
            rows.addAll(rows(reader.open(session, split)
                    .read(HiveReads.outsideScans(session, TABLE), split, ImmutableList.of(COLUMN))));
            first = last + 1;
        }
        return rows;
    }

    private static List<String> readByTrino(Cut object) throws IOException {
        HivePageSourceProvider stock = new HivePageSourceProvider(
                TESTING_TYPE_MANAGER,
                CONFIG,
                ImmutableSet.of(
                        new SimpleTextFilePageSourceFactory(object.files, CONFIG),
                        new CsvPageSourceFactory(object.files, CONFIG)));
        return rows(HiveReads.outsideScans(session(false), TABLE).open(stock, object.whole, ImmutableList.of(COLUMN)));
    }

    private static List<String> rows(ConnectorPageSource source) throws IOException {
        List<String> rows = new ArrayList<>();
        try (source) {
            while (!source.isFinished()) {
                SourcePage page = source.getNextSourcePage();
                if (page != null) {
                    Block block = page.getBlock(0);
                    for (int row = 0; row < block.getPositionCount(); row++) {
                        rows.add(
                                block.isNull(row)
                                        ? null
                                        : VarcharType.VARCHAR
                                                .getSlice(block, row)
                                                .toStringUtf8());
                    }
                }
            }
        }
        return rows;
    }

    private static ConnectorSession session(boolean ourReader) {
        return TestingConnectorSession.builder()
                .setPropertyMetadata(ImmutableList.copyOf(Iterables.concat(
                        new SkippingSessionProperties(new SkippingConfig()).getSessionProperties(),
                        new HiveScanProperties(new HiveScanConfig()).getSessionProperties(),
                        new HiveSessionProperties(
                                        CONFIG,
                                        new OrcReaderConfig(),
                                        new OrcWriterConfig(),
                                        new ParquetReaderConfig(),
                                        new ParquetWriterConfig())
                                .getSessionProperties())))
                .setPropertyValues(ImmutableMap.of("skipping_text_reader_enabled", ourReader))
                .build();
    }

    private static Cut ofLines(Random random, byte[] text, TextEnds ends) throws IOException {
        Cut whole = object(random, text, ".csv", ends);
        if (text.length == 0) {
            return whole;
        }
        // of a range that ends in a byte order mark, the stock reader loses the first line
        long rangeBytes = 3 + random.nextInt(random.nextBoolean() ? 10 : text.length);
        List<ByteRange> anywhere = RangePlanner.fixed(text.length, rangeBytes);
        if (ends.cutAnywhere()) {
            return new Cut(whole.whole, whole.files, anywhere);
        }
        // what a worker holds may be any part of the object
        ByteRange part = anywhere.get(random.nextInt(anywhere.size()));
        OpenRange opened = new RangeReader(whole.files, CONFIG, TESTING_TYPE_MANAGER)
                .openForParts(session(true), SkippingSplit.piece(whole.whole, part), 1 << 20, OptionalLong.empty());
        return new Cut(whole.whole, whole.files, RangePlanner.fixed(text.length, rangeBytes, opened.rowBytes(ends)));
    }

    private static Cut ofMembers(Random random, byte[] text, TextEnds ends) throws IOException {
        byte[] members = members(random, text);
        Cut whole = object(random, members, ".gz", ends);
        List<MemberRange> ranges = new RangeReader(whole.files, CONFIG, TESTING_TYPE_MANAGER)
                .openForParts(session(true), whole.whole, MemberRanges.WINDOW, OptionalLong.empty())
                .memberRanges(random.nextInt(1, text.length + 2));
        return new Cut(
                whole.whole,
                whole.files,
                MemberRanges.betweenEnds(ranges, ends).stream()
                        .map(MemberRange::range)
                        .toList());
    }

    private static byte[] members(Random random, byte[] text) throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        int longest = random.nextInt(1, random.nextBoolean() ? 20 : text.length + 2);
        int position = 0;
        do {
            int length = Math.min(random.nextInt(longest + 1), text.length - position);
            GZIPOutputStream member = new GZIPOutputStream(object);
            member.write(text, position, length);
            member.finish();
            position += length;
        } while (position < text.length);
        return object.toByteArray();
    }

    /** One that is not cut. */
    private static Cut object(Random random, byte[] bytes, String extension, TextEnds ends) throws IOException {
        TrinoFileSystemFactory files = new MemoryFileSystemFactory();
        String path = "memory:///t/object" + extension;
        try (OutputStream out =
                files.create(session(true)).newOutputFile(Location.of(path)).create()) {
            out.write(bytes);
        }
        Schema schema = HiveFormat.withTextEnds(
                new Schema(
                        random.nextBoolean()
                                ? HiveClassNames.LAZY_SIMPLE_SERDE_CLASS
                                : HiveClassNames.OPENCSV_SERDE_CLASS,
                        false,
                        ImmutableMap.of("file.inputformat", HiveClassNames.TEXT_INPUT_FORMAT_CLASS, "columns", "c0")),
                ends);
        HiveSplit whole = new HiveSplit(
                "",
                path,
                0,
                bytes.length,
                bytes.length,
                0,
                schema,
                ImmutableList.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                false,
                ImmutableMap.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                SplitWeight.standard());
        return new Cut(whole, files, ImmutableList.of(new ByteRange(0, bytes.length)));
    }

    /** Few lines, of which header and footer lines may be more than there are; quotes around some line ends. */
    private static byte[] text(Random random) {
        List<String> lineEnds = List.of(
                        List.of("\n"), List.of("\r\n"), List.of("\r"), List.of("\n", "\r\n", "\r", "\n\n", "\n\r"))
                .get(random.nextInt(4));
        int longest = 1 << random.nextInt(7);
        StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
        int lines = random.nextInt(20);
        for (int line = 0; line < lines; line++) {
            text.append(line);
            for (int character = random.nextInt(longest); character > 0; character--) {
                text.append("abc\"é".charAt(random.nextInt(5)));
            }
            if (line < lines - 1 || random.nextBoolean()) {
                text.append(lineEnds.get(random.nextInt(lineEnds.size())));
            }
        }
        return text.toString().getBytes(UTF_8);
    }
}
