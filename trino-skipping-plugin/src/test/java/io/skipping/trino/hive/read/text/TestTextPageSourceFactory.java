// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.airlift.units.DataSize;
import io.skipping.trino.core.release.ObjectValues;
import io.skipping.trino.hive.config.HiveScanConfig;
import io.skipping.trino.hive.config.HiveScanProperties;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.release.HiveLines;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.memory.MemoryFileSystemFactory;
import io.trino.hive.formats.HiveClassNames;
import io.trino.metastore.HiveType;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveColumnProjectionInfo;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveErrorCode;
import io.trino.plugin.hive.HivePageSourceFactory;
import io.trino.plugin.hive.Schema;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.plugin.hive.line.CsvPageSourceFactory;
import io.trino.plugin.hive.line.JsonPageSourceFactory;
import io.trino.plugin.hive.line.OpenXJsonPageSourceFactory;
import io.trino.plugin.hive.line.RegexPageSourceFactory;
import io.trino.plugin.hive.line.SimpleTextFilePageSourceFactory;
import io.trino.plugin.hive.util.HiveTypeTranslator;
import io.trino.spi.Page;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;
import io.trino.testing.TestingConnectorSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Beside the stock reader, which is to give the same rows, or to fail as well. */
public class TestTextPageSourceFactory {
    private static final ConnectorSession SESSION = TestingConnectorSession.builder()
            .setPropertyMetadata(new HiveScanProperties(new HiveScanConfig()).getSessionProperties())
            .build();

    private static final int LARGE = 8 * 1024 * 1024;
    private static final int MAX_LINE_LENGTH = 2000;

    /** For {@link #lines}. */
    private static final int OFTEN = 5;

    private static final int RARELY = 1_000_000;

    private static final List<Type> TYPES = ImmutableList.of(
            BigintType.BIGINT,
            DoubleType.DOUBLE,
            IntegerType.INTEGER,
            VarcharType.VARCHAR,
            BigintType.BIGINT,
            DoubleType.DOUBLE,
            SmallintType.SMALLINT,
            TinyintType.TINYINT,
            RealType.REAL,
            BooleanType.BOOLEAN,
            DateType.DATE,
            TimestampType.TIMESTAMP_MILLIS,
            TimestampType.TIMESTAMP_MICROS,
            TimestampType.TIMESTAMP_NANOS,
            DecimalType.createDecimalType(10, 3),
            VarcharType.createVarcharType(3),
            CharType.createCharType(3),
            VarbinaryType.VARBINARY,
            new ArrayType(BigintType.BIGINT),
            new MapType(VarcharType.VARCHAR, DoubleType.DOUBLE, new TypeOperators()),
            RowType.rowType(
                    RowType.field("a", VarcharType.VARCHAR), RowType.field("b", new ArrayType(VarcharType.VARCHAR))));

    private static final List<String> VALUES = ImmutableList.of(
            "",
            "\\N",
            "null",
            "1",
            "-1",
            "+1",
            "-",
            "+",
            ".",
            "-.",
            "007",
            "1.5",
            "1.",
            ".5",
            "-.5",
            "+.5",
            "1.2.3",
            "0",
            "-0",
            "-0.0",
            "0.0",
            "1e5",
            "1E-3",
            "NaN",
            "-NaN",
            "Infinity",
            "-Infinity",
            "0x1p3",
            "1.5d",
            "1f",
            " 1",
            "1 ",
            "\t1",
            "1_000",
            "1,5",
            "127",
            "128",
            "-128",
            "-129",
            "32767",
            "32768",
            "2147483647",
            "2147483648",
            "-2147483648",
            "-2147483649",
            "999999999999999999",
            "1000000000000000000",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775809",
            "12345678901234567890123",
            "0.1",
            "123456789.123456789",
            "9007199254740992",
            "9007199254740993",
            "-9007199254740993",
            "0.000000000000000001",
            "0.0000000000000000001",
            "000000000000000000001.5",
            "4.35",
            "0.3",
            "100.0",
            "true",
            "FALSE",
            "TrUe",
            "t",
            "2020-02-30",
            "2024-02-29",
            "2024-2-9",
            "2024-01-01 12:34:56.789",
            "2024-01-01T00:00:00",
            "2024-01-31",
            "2024-12-01 23:59:59",
            "1969-12-31 23:59:59.999999",
            "é",
            "日本語",
            "\uD83D\uDE00",
            "a\\",
            "\\\\",
            "\"quoted\"",
            "abc  ",
            "  ",
            "١",
            "--1",
            "1-",
            "0-1",
            ":",
            "/");

    private static final List<String> CSV_VALUES = ImmutableList.of(
            "",
            "1.5",
            "a b",
            "  ",
            "é",
            "日本語",
            "\uD83D\uDE00",
            "\u00A0",
            "\u3000",
            "\0",
            "Q",
            "QQ",
            "QQQ",
            "QQQQ",
            "QaQ",
            "QabcdefghijQ",
            "QéQ",
            "QaSbQ",
            "QSQ",
            "QQSQ",
            "QaQQbQ",
            "QaEQbQ",
            "QaEEQ",
            "QaEnQ",
            "QaEQ",
            "Qa",
            "aQ",
            "aQbQc",
            "aQb",
            " QaQ",
            "  Qa",
            "\u3000QaQ",
            "QaQ ",
            "QaQb",
            "E",
            "EE",
            "EQ",
            "aEQ",
            "aEb",
            "aE",
            "QEQQ",
            "QE");

    private static final List<Type> JSON_TYPES = ImmutableList.of(
            BigintType.BIGINT,
            DoubleType.DOUBLE,
            VarcharType.VARCHAR,
            BooleanType.BOOLEAN,
            DateType.DATE,
            new ArrayType(BigintType.BIGINT),
            new MapType(VarcharType.VARCHAR, DoubleType.DOUBLE, new TypeOperators()),
            RowType.rowType(
                    RowType.field("a", VarcharType.VARCHAR), RowType.field("b", new ArrayType(VarcharType.VARCHAR))));

    private enum Serde {
        DELIMITED(HiveClassNames.LAZY_SIMPLE_SERDE_CLASS, TYPES, 600) {
            @Override
            HivePageSourceFactory stock(TrinoFileSystemFactory files, HiveConfig config) {
                return new SimpleTextFilePageSourceFactory(files, config);
            }
        },
        CSV(HiveClassNames.OPENCSV_SERDE_CLASS, Collections.nCopies(8, VarcharType.VARCHAR), 400) {
            @Override
            HivePageSourceFactory stock(TrinoFileSystemFactory files, HiveConfig config) {
                return new CsvPageSourceFactory(files, config);
            }
        },
        JSON(HiveClassNames.JSON_SERDE_CLASS, JSON_TYPES, 150) {
            @Override
            HivePageSourceFactory stock(TrinoFileSystemFactory files, HiveConfig config) {
                return new JsonPageSourceFactory(files, config);
            }
        },
        OPENX_JSON(HiveClassNames.OPENX_JSON_SERDE_CLASS, JSON_TYPES, 100) {
            @Override
            HivePageSourceFactory stock(TrinoFileSystemFactory files, HiveConfig config) {
                return new OpenXJsonPageSourceFactory(files, config);
            }
        },
        REGEX(HiveClassNames.REGEX_SERDE_CLASS, Collections.nCopies(4, VarcharType.VARCHAR), 150) {
            @Override
            HivePageSourceFactory stock(TrinoFileSystemFactory files, HiveConfig config) {
                return new RegexPageSourceFactory(files, config);
            }
        };

        private final String className;
        private final List<Type> types;
        private final int seeds;

        Serde(String className, List<? extends Type> types, int seeds) {
            this.className = className;
            this.types = ImmutableList.copyOf(types);
            this.seeds = seeds;
        }

        abstract HivePageSourceFactory stock(TrinoFileSystemFactory files, HiveConfig config);

        /** Those that are read by our reader in this release; the others are the stock reader's. */
        static Stream<Serde> read() {
            return Stream.of(values())
                    .filter(serde -> HiveLines.DECODERS.stream()
                            .anyMatch(
                                    decoder -> decoder.getHiveSerDeClassNames().contains(serde.className)));
        }
    }

    private static final String REGEX = "([^,]*),([^,]*),?([^,]*),?(.*)";

    private record Text(byte[] bytes, Map<String, String> properties) {}

    @DataProvider
    public Object[][] seeds() {
        return Serde.read()
                .flatMap(serde -> LongStream.range(0, serde.seeds).mapToObj(seed -> new Object[] {serde, seed}))
                .toArray(Object[][]::new);
    }

    /** All of a text, cut at random places, of which some are at, before or behind line ends. */
    @Test(dataProvider = "seeds")
    public void testAsTheStockReader(Serde serde, long seed) throws IOException {
        Random random = new Random(seed);
        Text text = switch (serde) {
            case DELIMITED -> delimited(random);
            case CSV -> csv(random);
            case JSON, OPENX_JSON -> json(random);
            case REGEX -> regex(random);
        };
        boolean compressed = random.nextInt(4) == 0;
        Location path = Location.of("memory:///t/object" + (compressed ? ".gz" : ".csv"));
        byte[] object = compressed ? gzip(text.bytes) : text.bytes;
        TrinoFileSystemFactory files = new MemoryFileSystemFactory();
        write(files, path, object);
        Schema schema = new Schema(serde.className, false, text.properties);
        HiveConfig config = new HiveConfig().setTextMaxLineLength(DataSize.ofBytes(MAX_LINE_LENGTH));
        HivePageSourceFactory stock = serde.stock(files, config);
        HivePageSourceFactory own = new TextPageSourceFactory(files, config);

        List<Integer> cuts = compressed ? ImmutableList.of(0, object.length) : cuts(random, object);
        for (int cut = 1; cut < cuts.size(); cut++) {
            long start = cuts.get(cut - 1);
            long length = cuts.get(cut) - start;
            if (start > 0 && !HiveFormat.textEnds(schema).cutAnywhere()) {
                // what both refuse; TestTextEnds has pieces of such objects
                break;
            }
            List<HiveColumnHandle> columns = columns(random, serde.types);
            long size = random.nextBoolean() ? object.length : LARGE;
            Reader reader = factory ->
                    open(factory, path, start, length, size, schema, columns).orElseThrow();
            assertThat(rows(own, reader, columns, new Random(seed)))
                    .as("bytes %s to %s, read from %s", start, start + length, size < LARGE ? "memory" : "a stream")
                    .isEqualTo(rows(stock, reader, columns, new Random(seed)));
        }
    }

    @DataProvider
    public Object[][] shorterObjects() {
        return Serde.read()
                .flatMap(serde -> Stream.of("", "a,b\nc", "a,b\nc,d\n").map(text -> new Object[] {serde, text}))
                .toArray(Object[][]::new);
    }

    /** What has been listed before it became shorter: splits that begin in it, at its end, and behind it. */
    @Test(dataProvider = "shorterObjects")
    public void testAnObjectThatHasBecomeShorter(Serde serde, String text) throws IOException {
        TrinoFileSystemFactory files = new MemoryFileSystemFactory();
        Location path = Location.of("memory:///t/object.csv");
        write(files, path, text.getBytes(UTF_8));
        List<HiveColumnHandle> columns = ImmutableList.of(column(1, VarcharType.VARCHAR));
        Schema schema = schema(serde, "c0,c1");
        for (long start = 0; start <= text.length() + 2; start++) {
            long from = start;
            Reader reader = factory -> open(factory, path, from, 100 - from, LARGE, schema, columns)
                    .orElseThrow();
            assertThat(rows(new TextPageSourceFactory(files, new HiveConfig()), reader, columns, new Random(from)))
                    .as("from %s", start)
                    .isEqualTo(rows(serde.stock(files, new HiveConfig()), reader, columns, new Random(from)));
        }
    }

    @DataProvider
    public Object[][] sizesOfGzip() {
        return new Object[][] {{100L}, {(long) LARGE}};
    }

    @Test(dataProvider = "sizesOfGzip")
    public void testGzipThatHasBecomeEmpty(long listedSize) throws IOException {
        TrinoFileSystemFactory files = new MemoryFileSystemFactory();
        Location path = Location.of("memory:///t/object.gz");
        write(files, path, new byte[0]);
        List<HiveColumnHandle> columns = ImmutableList.of(column(0, VarcharType.VARCHAR));
        Schema schema = schema(Serde.DELIMITED, "c0");
        Reader reader = factory ->
                open(factory, path, 0, listedSize, listedSize, schema, columns).orElseThrow();
        List<List<Object>> rows =
                rows(new TextPageSourceFactory(files, new HiveConfig()), reader, columns, new Random(0));
        assertThat(rows)
                .isEqualTo(rows(Serde.DELIMITED.stock(files, new HiveConfig()), reader, columns, new Random(0)));
        // of a large object, releases fail, or find nothing
        assertThat(rows).isIn(List.of(), listedSize < LARGE ? List.of() : List.of(List.of("cannot read")));
    }

    /** Fields of short lines take memory, too, though the text has none. */
    @Test
    public void testPagesOfManyColumns() throws IOException {
        TrinoFileSystemFactory files = new MemoryFileSystemFactory();
        Location path = Location.of("memory:///t/object.csv");
        int lines = 10_000;
        write(files, path, "a,b\n".repeat(lines).getBytes(UTF_8));
        for (Serde serde : List.of(Serde.DELIMITED, Serde.CSV)) {
            List<HiveColumnHandle> columns = IntStream.range(0, 3000)
                    .mapToObj(ordinal -> column(ordinal, VarcharType.VARCHAR))
                    .toList();
            Schema schema = schema(
                    serde, columns.stream().map(HiveColumnHandle::getName).collect(joining(",")));
            long rows = 0;
            try (ConnectorPageSource source = open(
                            new TextPageSourceFactory(files, new HiveConfig()),
                            path,
                            0,
                            4 * lines,
                            4 * lines,
                            schema,
                            columns)
                    .orElseThrow()) {
                while (!source.isFinished()) {
                    SourcePage page = source.getNextSourcePage();
                    if (page != null) {
                        rows += page.getPositionCount();
                        assertThat(source.getMemoryUsage()).isLessThan(8 * 1024 * 1024);
                    }
                }
            }
            assertThat(rows).isEqualTo(lines);
        }
    }

    @DataProvider
    public Object[][] leftToTheStockReader() {
        return new Object[][] {
            {Serde.CSV, "skip.footer.line.count", "1001"},
            {Serde.JSON, "skip.footer.line.count", "1001"},
            {Serde.DELIMITED, "skip.footer.line.count", "1001"},
        };
    }

    @Test(dataProvider = "leftToTheStockReader")
    public void testWhatIsLeftToTheStockReader(Serde serde, String property, String value) {
        Map<String, String> properties = ImmutableMap.of(
                "file.inputformat", HiveClassNames.TEXT_INPUT_FORMAT_CLASS, "columns", "c0", property, value);
        assertThat(open(
                        new TextPageSourceFactory(new MemoryFileSystemFactory(), new HiveConfig()),
                        new Schema(serde.className, false, properties),
                        ImmutableList.of(column(0, VarcharType.VARCHAR))))
                .isEmpty();
    }

    @DataProvider
    public Object[][] wrongCharacters() {
        return new Object[][] {
            {ImmutableMap.of("separatorChar", "\"")},
            {ImmutableMap.of("quoteChar", "\\")},
            {ImmutableMap.of("escapeChar", ",")},
            {ImmutableMap.of("separatorChar", "\\", "escapeChar", "\"")},
        };
    }

    /** With the sentence of the stock reader. */
    @Test(dataProvider = "wrongCharacters")
    public void testWrongCharactersOfCsv(Map<String, String> characters) {
        Map<String, String> properties = ImmutableMap.<String, String>builder()
                .put("file.inputformat", HiveClassNames.TEXT_INPUT_FORMAT_CLASS)
                .putAll(characters)
                .buildOrThrow();
        Schema schema = new Schema(Serde.CSV.className, false, properties);
        List<HiveColumnHandle> columns = ImmutableList.of(column(0, VarcharType.VARCHAR));
        MemoryFileSystemFactory files = new MemoryFileSystemFactory();
        Throwable stock = catchThrowable(() -> open(Serde.CSV.stock(files, new HiveConfig()), schema, columns));
        assertThat(stock).hasMessage("CSV not supported");
        assertThatThrownBy(() -> open(new TextPageSourceFactory(files, new HiveConfig()), schema, columns))
                .hasMessage(stock.getMessage())
                .cause()
                .hasMessage(stock.getCause().getMessage());
    }

    private static void write(TrinoFileSystemFactory files, Location path, byte[] object) throws IOException {
        try (OutputStream out = files.create(SESSION).newOutputFile(path).create()) {
            out.write(object);
        }
    }

    private static Schema schema(Serde serde, String columns) {
        return new Schema(
                serde.className,
                false,
                ImmutableMap.of(
                        "file.inputformat",
                        HiveClassNames.TEXT_INPUT_FORMAT_CLASS,
                        "columns",
                        columns,
                        "field.delim",
                        ",",
                        "input.regex",
                        REGEX));
    }

    private static Optional<ConnectorPageSource> open(
            HivePageSourceFactory factory, Schema schema, List<HiveColumnHandle> columns) {
        return open(factory, Location.of("memory:///t/none.csv"), 0, 1, 1, schema, columns);
    }

    private static Optional<ConnectorPageSource> open(
            HivePageSourceFactory factory,
            Location path,
            long start,
            long length,
            long size,
            Schema schema,
            List<HiveColumnHandle> columns) {
        return factory.createPageSource(
                SESSION,
                path,
                start,
                length,
                size,
                0,
                schema,
                columns,
                TupleDomain.all(),
                Optional.empty(),
                OptionalInt.empty(),
                false,
                AcidTransaction.NO_ACID_TRANSACTION);
    }

    private interface Reader {
        ConnectorPageSource open(HivePageSourceFactory factory);
    }

    /** Rows by rows, of which some pages are asked for some rows only, some when all are there; or that it fails. */
    private static List<List<Object>> rows(
            HivePageSourceFactory factory, Reader reader, List<HiveColumnHandle> columns, Random random)
            throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        // those of a page can't be told from those of another reader's pages
        int modulus = random.nextInt(1, 4);
        boolean later = random.nextBoolean();
        List<SourcePage> pages = new ArrayList<>();
        try (ConnectorPageSource source = reader.open(factory)) {
            while (!source.isFinished()) {
                SourcePage page = source.getNextSourcePage();
                if (page != null && later) {
                    pages.add(page);
                } else if (page != null) {
                    rows.addAll(rows(page, columns, modulus));
                }
            }
            for (SourcePage page : pages) {
                rows.addAll(rows(page, columns, modulus));
            }
        } catch (TrinoException e) {
            // of a header line that is too long the stock reader says so when it opens an object, ours when rows are
            // asked for
            boolean cannotRead = e.getErrorCode().equals(HiveErrorCode.HIVE_CANNOT_OPEN_SPLIT.toErrorCode())
                    || e.getErrorCode().equals(HiveErrorCode.HIVE_CURSOR_ERROR.toErrorCode());
            return ImmutableList.of(ImmutableList.of(
                    cannotRead ? "cannot read" : e.getErrorCode().getName()));
        }
        return rows;
    }

    private static List<List<Object>> rows(SourcePage page, List<HiveColumnHandle> columns, int modulus) {
        int[] kept = IntStream.range(0, page.getPositionCount()).toArray();
        for (int channel = 0; channel < Math.min(modulus - 1, columns.size()); channel++) {
            Type type = columns.get(channel).getType();
            Block block = page.getBlock(channel);
            int[] some = IntStream.range(0, page.getPositionCount())
                    .filter(position -> Math.floorMod(
                                    String.valueOf(value(type, block, position)).hashCode(), modulus)
                            != 0)
                    .toArray();
            // as a part of an array
            int[] positions =
                    IntStream.concat(IntStream.of(-1, -1), IntStream.of(some)).toArray();
            page.selectPositions(positions, 2, some.length);
            kept = some;
        }
        assertThat(page.getPositionCount()).isEqualTo(kept.length);
        Page whole = page.getPage();
        List<List<Object>> rows = new ArrayList<>();
        for (int position = 0; position < kept.length; position++) {
            List<Object> row = new ArrayList<>();
            for (int channel = 0; channel < columns.size(); channel++) {
                row.add(value(columns.get(channel).getType(), whole.getBlock(channel), position));
            }
            rows.add(row);
        }
        return rows;
    }

    /** Text as its bytes: not all that are different are different strings. */
    private static Object value(Type type, Block block, int position) {
        return type instanceof VarcharType && !block.isNull(position)
                ? HexFormat.of().formatHex(type.getSlice(block, position).getBytes())
                : ObjectValues.of(type, SESSION, block, position);
    }

    private static List<HiveColumnHandle> columns(Random random, List<Type> types) {
        List<Integer> ordinals =
                new ArrayList<>(IntStream.range(0, types.size()).boxed().toList());
        Collections.shuffle(ordinals, random);
        return ordinals.subList(0, random.nextInt(Math.min(6, types.size() + 1))).stream()
                .map(ordinal -> column(ordinal, types.get(ordinal)))
                .flatMap(column -> column.getType() instanceof RowType && random.nextBoolean()
                        ? fields(random, column)
                        : Stream.of(column))
                .toList();
    }

    private static HiveColumnHandle column(int ordinal, Type type) {
        HiveType hiveType = HiveTypeTranslator.toHiveType(type);
        return HiveColumnHandle.createBaseColumn(
                "c" + ordinal, ordinal, hiveType, type, HiveColumnHandle.ColumnType.REGULAR, Optional.empty());
    }

    /** One or both fields of a row, and sometimes the row itself. */
    private static Stream<HiveColumnHandle> fields(Random random, HiveColumnHandle column) {
        List<HiveColumnHandle> fields = new ArrayList<>(List.of(field(column, 0), field(column, 1), column));
        Collections.shuffle(fields, random);
        return fields.subList(0, random.nextInt(1, 4)).stream();
    }

    private static HiveColumnHandle field(HiveColumnHandle column, int index) {
        RowType.Field field = ((RowType) column.getType()).getFields().get(index);
        HiveColumnProjectionInfo projection = new HiveColumnProjectionInfo(
                ImmutableList.of(index),
                ImmutableList.of(field.getName().orElseThrow()),
                HiveTypeTranslator.toHiveType(field.getType()),
                field.getType());
        return new HiveColumnHandle(
                column.getBaseColumnName(),
                column.getBaseHiveColumnIndex(),
                column.getBaseHiveType(),
                column.getBaseType(),
                Optional.of(projection),
                column.getColumnType(),
                column.getComment());
    }

    private static List<Integer> cuts(Random random, byte[] object) {
        List<Integer> cuts = new ArrayList<>(List.of(0, object.length));
        for (int cut = random.nextInt(6); cut > 0 && object.length > 0; cut--) {
            int at = random.nextInt(object.length);
            if (random.nextBoolean()) {
                while (at < object.length && object[at] != '\n' && object[at] != '\r') {
                    at++;
                }
                at = Math.clamp(at + random.nextInt(-1, 3), 0, object.length);
            }
            cuts.add(at);
        }
        return cuts.stream().distinct().sorted().toList();
    }

    private static Text delimited(Random random) {
        byte separator = new byte[] {',', 1, '|', '\t', ' ', (byte) 0xC3, '1'}[random.nextInt(7)];
        ImmutableMap.Builder<String, String> properties = properties(random, TYPES);
        properties.put("field.delim", String.valueOf((int) separator));
        if (random.nextInt(3) == 0) {
            properties.put(
                    "serialization.null.format",
                    List.of("", "1", "null", "0.0", "日本語").get(random.nextInt(5)));
        }
        if (random.nextInt(6) == 0) {
            properties.put("escape.delim", random.nextBoolean() ? "\\" : "1");
        }
        if (random.nextInt(6) == 0) {
            properties.put("serialization.last.column.takes.rest", "true");
        }
        if (random.nextInt(6) == 0) {
            properties.put("timestamp.formats", "yyyy-dd-MM HH:mm:ss,millis");
        }
        return new Text(
                lines(random, OFTEN, TYPES.size(), new byte[] {separator}, () -> field(random)),
                properties.buildOrThrow());
    }

    /** Of some texts few lines are irregular, of some nearly all are. */
    private static Text csv(Random random) {
        List<Type> types = Serde.CSV.types;
        ImmutableMap.Builder<String, String> properties = properties(random, types);
        String separator = List.of(",", "|", "\t", ";", "1", "é").get(random.nextInt(6));
        String quote = List.of("\"", "'", "\0").get(random.nextInt(3));
        String escape = List.of("\\", "\"", "^").get(random.nextInt(3));
        if (!separator.equals(",") || random.nextBoolean()) {
            properties.put("separatorChar", separator + (random.nextBoolean() ? "" : "x"));
        }
        if (!quote.equals("\"") || random.nextBoolean()) {
            properties.put("quoteChar", quote);
        }
        if (!escape.equals("\\") || random.nextBoolean()) {
            properties.put("escapeChar", escape);
        }
        int oneIn = new int[] {1, 10, 200}[random.nextInt(3)];
        byte[] bytes = lines(random, OFTEN, types.size(), separator.getBytes(UTF_8), () -> {
            if (random.nextInt(oneIn) > 0) {
                String quotes = random.nextBoolean() ? quote : "";
                return (quotes + random.nextLong() + quotes).getBytes(UTF_8);
            }
            if (random.nextInt(8) == 0) {
                return field(random);
            }
            if (random.nextInt(20) == 0) {
                // two parts of a character
                byte[] halves = (quote + "LER" + quote).replace("E", escape).getBytes(ISO_8859_1);
                for (int index = 0; index < halves.length; index++) {
                    halves[index] = (byte) (halves[index] == 'L' ? 0xC3 : halves[index] == 'R' ? 0xA9 : halves[index]);
                }
                return halves;
            }
            String value = CSV_VALUES.get(random.nextInt(CSV_VALUES.size()));
            return value.replace("Q", quote)
                    .replace("S", separator)
                    .replace("E", escape)
                    .getBytes(UTF_8);
        });
        return new Text(bytes, properties.buildOrThrow());
    }

    private static ImmutableMap.Builder<String, String> properties(Random random, List<Type> types) {
        ImmutableMap.Builder<String, String> properties = ImmutableMap.<String, String>builder()
                .put("file.inputformat", HiveClassNames.TEXT_INPUT_FORMAT_CLASS)
                .put(
                        "columns",
                        IntStream.range(0, types.size()).mapToObj(i -> "c" + i).collect(Collectors.joining(",")));
        if (random.nextInt(3) == 0) {
            properties.put("skip.header.line.count", String.valueOf(random.nextInt(1, 4)));
        }
        if (random.nextInt(4) == 0) {
            properties.put("skip.footer.line.count", String.valueOf(random.nextInt(random.nextInt(8) == 0 ? 1000 : 5)));
        }
        return properties;
    }

    /** Of a line that is no object all readers say so: of most texts none is. */
    private static Text json(Random random) {
        int wrongOneIn = random.nextInt(4) == 0 ? 50 : RARELY;
        byte[] bytes = lines(
                random,
                wrongOneIn,
                1,
                new byte[] {' '},
                () -> IntStream.range(0, JSON_TYPES.size())
                        .filter(_ -> random.nextInt(8) > 0)
                        .mapToObj(ordinal -> "\"c%d\":%s%s"
                                .formatted(ordinal, random.nextBoolean() ? "" : " ", json(random, ordinal, wrongOneIn)))
                        .collect(joining(random.nextBoolean() ? "," : " , ", "{", "}"))
                        .getBytes(UTF_8));
        return new Text(bytes, properties(random, JSON_TYPES).buildOrThrow());
    }

    private static String json(Random random, int ordinal, int wrongOneIn) {
        if (random.nextInt(8) == 0) {
            return "null";
        }
        if (random.nextInt(wrongOneIn) == 0) {
            return VALUES.get(random.nextInt(VALUES.size()));
        }
        return switch (ordinal) {
            case 0 -> Long.toString(random.nextLong() >> random.nextInt(64));
            case 1 -> Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(-12, 12)));
            case 3 -> Boolean.toString(random.nextBoolean());
            case 4 -> "\"2024-02-%02d\"".formatted(random.nextInt(1, 29));
            case 5 ->
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(Integer::toString)
                        .collect(joining(",", "[", "]"));
            case 6 ->
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(key -> "\"k%d\":%s".formatted(key, random.nextGaussian()))
                        .collect(joining(",", "{", "}"));
            case 7 -> "{\"b\":[%s],\"a\":%s}".formatted(jsonText(random), jsonText(random));
            default -> jsonText(random);
        };
    }

    private static String jsonText(Random random) {
        String value = VALUES.get(random.nextInt(VALUES.size()));
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\t") + '"';
    }

    private static Text regex(Random random) {
        List<Type> types = Serde.REGEX.types;
        byte[] bytes = lines(random, OFTEN, types.size(), new byte[] {','}, () -> field(random));
        return new Text(
                bytes, properties(random, types).put("input.regex", REGEX).buildOrThrow());
    }

    /**
     * Lines that mostly have as many fields as there are columns.
     *
     * @param otherwiseOneIn lines, of which each has more or less
     */
    private static byte[] lines(
            Random random, int otherwiseOneIn, int columns, byte[] separator, Supplier<byte[]> value) {
        List<String> lineEnds = List.of(
                        List.of("\n"), List.of("\r\n"), List.of("\n", "\r\n", "\r", "\n\n", "\n\r"), List.of("\r"))
                .get(random.nextInt(4));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        if (random.nextInt(4) == 0) {
            text.writeBytes(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
        }
        // some texts are longer than what is read at a time
        int lines = random.nextInt(8) == 0 ? 12_000 : random.nextInt(40);
        for (int line = 0; line < lines; line++) {
            int fields = random.nextInt(otherwiseOneIn) == 0 ? random.nextInt(columns + 3) : columns;
            for (int field = 0; field < fields; field++) {
                if (field > 0) {
                    text.writeBytes(separator);
                }
                text.writeBytes(value.get());
            }
            if (random.nextInt(otherwiseOneIn * 400) == 0) {
                text.writeBytes(new byte[random.nextInt(MAX_LINE_LENGTH)]);
            }
            if (line < lines - 1 || random.nextBoolean()) {
                text.writeBytes(lineEnds.get(random.nextInt(lineEnds.size())).getBytes(UTF_8));
            }
        }
        return text.toByteArray();
    }

    private static byte[] field(Random random) {
        return switch (random.nextInt(8)) {
            case 0 ->
                Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(-12, 12)))
                        .getBytes(UTF_8);
            case 1, 2 ->
                String.format(Locale.ROOT, "%." + random.nextInt(12) + "f", random.nextGaussian() * 1000)
                        .getBytes(UTF_8);
            case 3 -> Long.toString(random.nextLong() >> random.nextInt(64)).getBytes(UTF_8);
            case 4 -> {
                byte[] bytes = new byte[random.nextInt(12)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case 5 ->
                IntStream.range(0, random.nextInt(5))
                        .mapToObj(_ -> VALUES.get(random.nextInt(VALUES.size()))
                                + List.of("\2", "\3").get(random.nextInt(2)))
                        .collect(joining())
                        .getBytes(UTF_8);
            default -> VALUES.get(random.nextInt(VALUES.size())).getBytes(UTF_8);
        };
    }

    private static byte[] gzip(byte[] text) throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(object)) {
            out.write(text);
        }
        return object.toByteArray();
    }
}
