// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.parts;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import com.sun.management.ThreadMXBean;
import io.skipping.index.ByteRange;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.spark.LocalSpark;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.format.converter.ParquetMetadataConverter.MetadataFilter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import scala.Function1;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;

/** Tests that each row of a file is read exactly once, however the file is divided into parts and splits. */
@Test(groups = "servers")
public class TestParts {
    private static final long SEED = Long.getLong("property.seed", 20_261_126L);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 40;
    private static final int ROWS = 5_000;
    private static final StructType SCHEMA =
            new StructType().add("id", "bigint").add("filler", "string");
    private static final StructType TEXT = new StructType().add("value", "string");

    private SparkSession spark;
    private Path root;

    @BeforeClass
    public void start() throws IOException {
        root = Files.createTempDirectory("spark-parts");
        spark = LocalSpark.start();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (spark != null) {
            spark.stop();
        }
        deleteRecursively(root, ALLOW_INSECURE);
    }

    private Path onlyFile(String folder) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(folder))) {
            return files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private Path writeParquet(String folder) throws IOException {
        spark.range(0, ROWS, 1, 1)
                .selectExpr("id", "repeat('x', CAST(id % 50 AS int)) AS filler")
                .write()
                .option("parquet.block.size", "512")
                .parquet(root.resolve(folder).toUri().toString());
        return onlyFile(folder);
    }

    @Test
    public void testParquet() throws IOException {
        checkEachRowIsReadOnce(rows(new ParquetParts(), writeParquet("parquet"), Map.of()), 0);
    }

    @Test
    public void testOrc() throws IOException {
        spark.range(0, ROWS, 1, 1)
                .selectExpr("id", "sha2(CAST(id AS string), 256) AS filler")
                .write()
                .option("orc.compress", "none")
                .option("orc.stripe.size", "4096")
                .option("orc.stripe.row.count", "100")
                .option("orc.rows.between.memory.checks", "10")
                .orc(root.resolve("orc").toUri().toString());
        Path file = onlyFile("orc");
        try (Reader footer = OrcFile.createReader(
                new org.apache.hadoop.fs.Path(file.toUri()), OrcFile.readerOptions(new Configuration(false)))) {
            assertThat(footer.getStripes()).hasSizeGreaterThan(3);
        }
        checkEachRowIsReadOnce(rows(new OrcParts(), file, Map.of()), 0);
    }

    @Test
    public void testAvro() throws IOException {
        spark.range(0, ROWS, 1, 1)
                .selectExpr("id", "sha2(CAST(id AS string), 256) AS filler")
                .write()
                .format("avro")
                .option("avro.mapred.sync.interval", "600")
                .save(root.resolve("avro").toUri().toString());
        Path file = onlyFile("avro");
        try (DataFileReader<GenericRecord> blocks =
                new DataFileReader<>(file.toFile(), new GenericDatumReader<GenericRecord>())) {
            blocks.sync(Files.size(file) / 2);
            // there are many
            assertThat(blocks.previousSync()).isLessThan(Files.size(file) / 2 + 5_000);
        }
        checkEachRowIsReadOnce(rows(new AvroParts(), file, Map.of()), 0);
    }

    @DataProvider
    public Object[][] lineEnds() {
        return new Object[][] {{"\n"}, {"\r\n"}, {"\r"}};
    }

    @Test(dataProvider = "lineEnds")
    public void testCsv(String end) throws IOException {
        Path file = writeLines(end, "", (id, filler) -> id + "," + filler);
        checkEachRowIsReadOnce(rows(new CsvParts(), file, Map.of()), 0);
        file = writeLines(end, "\uFEFF" + end + "id,filler" + end, (id, filler) -> id + "," + filler);
        checkEachRowIsReadOnce(rows(new CsvParts(), file, Map.of("header", "true")), 20);
    }

    @Test(dataProvider = "lineEnds")
    public void testJson(String end) throws IOException {
        Path file = writeLines(end, "", "{\"id\": %s, \"filler\": \"%s\"}"::formatted);
        checkEachRowIsReadOnce(rows(new JsonParts(), file, Map.of()), 0);
    }

    @Test(dataProvider = "lineEnds")
    public void testText(String end) throws IOException {
        Path file = writeLines(end, "", (id, filler) -> id + " " + filler);
        Rows rows = rows(
                new TextParts(),
                file,
                Map.of(),
                TEXT,
                row -> Long.parseLong(Splitter.on(' ')
                        .split(row.getUTF8String(0).toString())
                        .iterator()
                        .next()));
        checkEachRowIsReadOnce(rows, 0);
    }

    /** Writes a line for each row, of different lengths. */
    private Path writeLines(String end, String first, BiFunction<Long, String, String> line) throws IOException {
        StringBuilder text = new StringBuilder(first);
        for (long id = 0; id < ROWS; id++) {
            text.append(line.apply(id, "ö".repeat((int) (id * 31 % 40)))).append(end);
        }
        return Files.writeString(Files.createTempFile(root, "lines", ".txt"), text);
    }

    /** An engine that finds a row group by its begin does not have to agree with Spark, which finds it by its middle. */
    @Test
    public void testRowGroupsThatBeginInAPartAreInIt() throws IOException {
        Path file = writeParquet("others");
        List<BlockMetaData> groups;
        try (ParquetFileReader footer = ParquetFileReader.open(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration(false)))) {
            groups = footer.getRowGroups();
        }
        assertThat(groups).hasSize(ROWS / 100);
        Rows rows = rows(new ParquetParts(), file, Map.of());
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            List<ByteRange> ranges = round % 2 == 0
                    ? ranges(Files.size(file), random)
                    : ranges(
                            Files.size(file),
                            groups.stream()
                                    .map(BlockMetaData::getStartingPos)
                                    .filter(start -> start > 100 && random.nextBoolean())
                                    .toList());
            List<Boolean> isRead =
                    ranges.stream().map(range -> random.nextBoolean()).toList();
            Optional<FileParts> parts = parts(ranges, isRead, true);
            Multiset<Long> read = rows.read(ranges(Files.size(file), random), parts);
            for (int group = 0; group < groups.size(); group++) {
                long start = groups.get(group).getStartingPos();
                if (parts.isEmpty() || parts.get().contains(start)) {
                    for (long id = group * 100L; id < group * 100L + 100; id++) {
                        assertThat(read.count(id)).isEqualTo(1);
                    }
                }
            }
            if (round % 2 != 0) {
                long begin = groups.stream()
                        .filter(group -> parts.isEmpty() || parts.get().contains(group.getStartingPos()))
                        .count();
                assertThat(read).hasSize((int) begin * 100);
            }
        }
    }

    /** Writers have recorded any positions and sizes, by which Parquet finds the row groups of a range all the same. */
    @Test
    public void testRowGroupsAreFoundAsParquetDoes() throws IOException {
        Path file = writeParquet("recorded");
        byte[] bytes = Files.readAllBytes(file);
        int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
        int end = bytes.length - 8 - length;
        RowGroups groups = new RowGroups(spark, new Configuration(false));
        Random random = new Random(SEED);
        Set<Boolean> answers = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(bytes, end, length));
            // some files have one odd row group, and some are odd throughout
            int odd = random.nextBoolean() ? 1 : footer.getRow_groupsSize();
            random.ints(odd, 0, footer.getRow_groupsSize())
                    .forEach(group -> recordOddly(footer.getRow_groups().get(group), random));
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            written.write(bytes, 0, end);
            Util.writeFileMetaData(footer, written);
            byte[] metadata = Arrays.copyOfRange(written.toByteArray(), end, written.size());
            written.write(ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(metadata.length)
                    .array());
            written.write(bytes, bytes.length - 4, 4);
            Path copy = Files.write(Files.createTempFile(root, "recorded", ".parquet"), written.toByteArray());
            List<ByteRange> ranges = ranges(
                    end,
                    footer.getRow_groups().stream()
                            .map(group ->
                                    group.getColumns().get(0).getMeta_data().getData_page_offset())
                            .filter(start -> start > 100 && start < end && random.nextInt(4) == 0)
                            .toList());
            Optional<FileParts> parts = parts(
                    ranges, ranges.stream().map(range -> random.nextBoolean()).toList(), true);
            if (parts.isEmpty()) {
                continue;
            }
            boolean expected = areWholeIn(metadata, parts.get());
            answers.add(expected);
            assertThat(groups.areWholeIn(new org.apache.hadoop.fs.Path(copy.toUri()), written.size(), parts.get()))
                    .as("seed %s, round %s", SEED, round)
                    .isEqualTo(expected);
        }
        assertThat(answers).containsExactlyInAnyOrder(true, false);
    }

    private static void recordOddly(RowGroup group, Random random) {
        ColumnMetaData first = group.getColumns().get(0).getMeta_data();
        switch (random.nextInt(5)) {
            case 0 -> group.unsetTotal_compressed_size();
            case 1 -> group.setTotal_compressed_size(random.nextInt(5_000));
            case 2 -> first.setDictionary_page_offset(0);
            case 3 -> first.setDictionary_page_offset(first.getData_page_offset() + random.nextInt(1_000) - 500);
            default -> {
                group.unsetTotal_compressed_size();
                first.setTotal_compressed_size(random.nextInt(5_000));
            }
        }
    }

    /** Returns whether Parquet's filter of ranges has each row group that begins in a part in one of the parts. */
    private static boolean areWholeIn(byte[] footer, FileParts parts) throws IOException {
        Set<Long> found = new HashSet<>();
        for (ByteRange part : parts.all()) {
            found.addAll(begins(footer, ParquetMetadataConverter.range(part.start(), part.end())));
        }
        return begins(footer, ParquetMetadataConverter.NO_FILTER).stream()
                .filter(parts::contains)
                .allMatch(found::contains);
    }

    private static List<Long> begins(byte[] footer, MetadataFilter filter) throws IOException {
        // without options, newer releases take no footer at all
        return new ParquetMetadataConverter(
                        HadoopReadOptions.builder(new Configuration(false)).build())
                .readParquetMetadata(new ByteArrayInputStream(footer), filter).getBlocks().stream()
                        .map(BlockMetaData::getStartingPos)
                        .toList();
    }

    /** Each split decodes the footer of a file that Trino has summarised, which may have thousands of row groups, and should do so once. */
    @Test
    public void testFooterIsDecodedOnce() throws IOException {
        Path file = writeParquet("decoded");
        RowGroups groups = new RowGroups(spark, new Configuration(false));
        long ofOne = allocated(groups, file, 1);
        assertThat(allocated(groups, file, 40)).isLessThan(3 * ofOne);
    }

    /** Returns how many bytes it takes to look for the row groups of a file in some parts. */
    private static long allocated(RowGroups groups, Path file, int count) throws IOException {
        long size = Files.size(file);
        List<ByteRange> ranges = ranges(
                size,
                LongStream.range(1, 2L * count)
                        .map(cut -> size / (2L * count) * cut)
                        .boxed()
                        .toList());
        FileParts parts = parts(
                        ranges,
                        IntStream.range(0, ranges.size())
                                .mapToObj(range -> range % 2 == 0)
                                .toList(),
                        true)
                .orElseThrow();
        assertThat(parts.all()).hasSize(count);
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
        // loads classes
        groups.areWholeIn(path, size, parts);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        groups.areWholeIn(path, size, parts);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** @param first ranges do not end before this byte */
    private static void checkEachRowIsReadOnce(Rows rows, long first) throws IOException {
        long size = Files.size(rows.file());
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            List<ByteRange> ranges = ranges(
                    size,
                    random.longs(random.nextInt(20), first + 1, size).boxed().toList());
            List<Boolean> isRead =
                    ranges.stream().map(range -> random.nextBoolean()).toList();
            Multiset<Long> read = HashMultiset.create();
            // of the parts, what is not in the ones is in the others
            for (boolean side : List.of(true, false)) {
                List<Boolean> ofSide = isRead.stream().map(each -> each == side).toList();
                List<ByteRange> splits = ranges(
                        size,
                        random.longs(random.nextInt(20), first + 1, size)
                                .boxed()
                                .toList());
                read.addAll(rows.read(splits, parts(ranges, ofSide, false)));
            }
            assertThat(read).as("seed %s, round %s", SEED, round).hasSize(ROWS);
            assertThat(read.elementSet()).as("seed %s, round %s", SEED, round).hasSize(ROWS);
        }
    }

    private static Optional<FileParts> parts(List<ByteRange> ranges, List<Boolean> isRead, boolean isOfAnotherReader) {
        List<RangeVerdict> verdicts = new ArrayList<>();
        for (int range = 0; range < ranges.size(); range++) {
            verdicts.add(new RangeVerdict(
                    ranges.get(range), 1, isRead.get(range) ? Verdict.MAY_MATCH : Verdict.CANNOT_MATCH, ""));
        }
        return FileParts.of(Known.of(verdicts), 0, isOfAnotherReader);
    }

    /** Divides a file anywhere. */
    private static List<ByteRange> ranges(long size, Random random) {
        return ranges(size, random.longs(random.nextInt(20), 1, size).boxed().toList());
    }

    private static List<ByteRange> ranges(long size, List<Long> cuts) {
        List<ByteRange> ranges = new ArrayList<>();
        long start = 0;
        for (long cut : new TreeSet<>(cuts)) {
            ranges.add(new ByteRange(start, cut - start));
            start = cut;
        }
        ranges.add(new ByteRange(start, size - start));
        return ranges;
    }

    private Rows rows(FileFormat format, Path file, Map<String, String> options) {
        return rows(format, file, options, SCHEMA, row -> row.getLong(0));
    }

    private Rows rows(
            FileFormat format,
            Path file,
            Map<String, String> options,
            StructType schema,
            ToLongFunction<InternalRow> id) {
        Map<String, String> all = new HashMap<>(options);
        all.put(FileFormat.OPTION_RETURNING_BATCH(), "false");
        scala.collection.immutable.Map<String, String> asScala =
                scala.collection.immutable.Map.from(CollectionConverters.asScala(all));
        return new Rows(
                file,
                format.buildReaderWithPartitionValues(
                        spark,
                        schema,
                        new StructType(),
                        new StructType(new StructField[] {schema.fields()[0]}),
                        CollectionConverters.asScala(List.<Filter>of()).toSeq(),
                        asScala,
                        spark.sessionState().newHadoopConfWithOptions(asScala)),
                id);
    }

    private record Rows(
            Path file, Function1<PartitionedFile, Iterator<InternalRow>> reader, ToLongFunction<InternalRow> id) {
        /** Returns the ids of the rows that splits have, if they are read in parts. */
        Multiset<Long> read(List<ByteRange> splits, Optional<FileParts> parts) throws IOException {
            Multiset<Long> ids = HashMultiset.create();
            for (ByteRange split : splits) {
                Iterator<InternalRow> rows = reader.apply(new PartitionedFile(
                        InternalRow.empty(),
                        SparkPath.fromPath(new org.apache.hadoop.fs.Path(file.toUri())),
                        split.start(),
                        split.length(),
                        new String[0],
                        0,
                        Files.size(file),
                        scala.collection.immutable.Map.from(CollectionConverters.asScala(
                                parts.<Map<String, Object>>map(some -> Map.of(FileParts.KEY, some))
                                        .orElse(Map.of())))));
                while (rows.hasNext()) {
                    ids.add(id.applyAsLong(rows.next()));
                }
            }
            return ids;
        }
    }
}
