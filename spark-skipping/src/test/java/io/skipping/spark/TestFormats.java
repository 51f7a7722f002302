// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import com.google.common.collect.ObjectArrays;
import io.skipping.spark.build.BuildResult;
import io.skipping.spark.format.CsvQuotes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.EncryptionAlgorithm;
import org.apache.orc.InMemoryKeystore;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Queries of files in all formats, with skipping and without it, of which only parts are read. */
@Test(groups = "servers")
public class TestFormats extends AbstractSparkTest {
    private static final long SEED = Long.getLong("property.seed", 20_261_126L);
    private static final int CONDITIONS = Integer.getInteger("property.conditions", 60) / 3;
    /** ORC has stripes of 1,024 rows at least */
    private static final int ROWS = 8_000;

    private static final String SPLIT_BYTES = "119893";

    /** Spark leaves out row groups and rows by these, so that nothing would be left for the index to leave out. */
    private static final List<String> PUSHDOWNS = List.of(
            "spark.sql.avro.filterPushdown.enabled",
            "spark.sql.csv.filterPushdown.enabled",
            "spark.sql.json.filterPushdown.enabled",
            "spark.sql.orc.filterPushdown",
            "spark.sql.parquet.filterPushdown");

    @Override
    void createTables() throws IOException {
        PUSHDOWNS.forEach(name -> spark.conf().set(name, "false"));
        // splits end anywhere
        spark.conf().set("spark.sql.files.maxPartitionBytes", SPLIT_BYTES);
        for (Object[] format : formats()) {
            build((String) format[0]);
        }
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{"parquet"}, {"orc"}, {"csv"}, {"json"}, {"avro"}};
    }

    private Dataset<Row> rows() {
        return spark.range(0, ROWS, 1, 2)
                .selectExpr(
                        "id",
                        "CAST(IF(id % 7 = 0, NULL, id * 3) AS int) AS n",
                        "CAST(id / 1000 AS tinyint) AS part",
                        "id % 500 < 250 AS flag",
                        "CASE WHEN id % 97 = 0 THEN DOUBLE('NaN') WHEN id % 89 = 0 THEN -0.0D ELSE id / 10D END AS dbl",
                        "CAST(-id AS decimal(30, 4)) AS large_dec",
                        "date_add(DATE '1500-01-01', CAST(id * 100 AS int)) AS day",
                        "concat('wörd', id % 13, ' of ', CHR(65 + CAST(id / 1000 AS int)), 'xyz') AS words",
                        "sha2(CAST(id AS string), 256) AS code",
                        "TIMESTAMP '2026-01-01 00:00:00' + MAKE_INTERVAL(0, 0, 0, CAST(id AS int)) AS ts");
    }

    /** Builds a table of two files, each of which has some ranges. */
    private void build(String format) throws IOException {
        writer(rows(), format).save(path(format));
        LocalSpark.age(root.resolve(format));
        BuildResult built = summarise(
                SkippingIndex.of(read(format))
                        .create("bloom", "code")
                        .create("ngram", "words")
                        .create("values", "part"),
                rangeSize(format, "80k"));
        assertThat(built.failures()).isEmpty();
        assertThat(built.summarised()).isEqualTo(2);
        assertThat(built.ranges()).as(format).isGreaterThan(6);
        assertThat(built.rows()).isEqualTo(ROWS);
    }

    /**
     * Returns how long the ranges are that a test has files divided into. Those of columns have an end wherever a row group or a stripe has.
     *
     * @param ofLines of files of lines
     */
    private static String rangeSize(String format, String ofLines) {
        return switch (format) {
            case "csv", "json" -> ofLines;
            case "avro" -> "8k";
            default -> "1";
        };
    }

    private static DataFrameWriter<Row> writer(Dataset<Row> rows, String format) {
        return rows.write()
                .option("header", "true")
                // it is looked whether a row group is so long only after 100 rows
                .option("parquet.block.size", "1024")
                .option("orc.compress", "none")
                .option("orc.stripe.size", "4096")
                .option("orc.stripe.row.count", "200")
                .option("orc.rows.between.memory.checks", "10")
                .option("avro.mapred.sync.interval", "2000")
                .format(format);
    }

    private BuildResult summarise(SkippingIndex index, String rangeSize) {
        spark.conf().set("spark.skipping.range-size", rangeSize);
        return index.build();
    }

    private Dataset<Row> read(String format) {
        return read(format, format, rows().schema());
    }

    private Dataset<Row> read(String format, String name, StructType schema) {
        return switch (format) {
            case "csv" -> spark.read().option("header", "true").schema(schema).csv(path(name));
            case "json" -> spark.read().schema(schema).json(path(name));
            default -> spark.read().format(format).load(path(name));
        };
    }

    private Multiset<Row> ids(String format, String condition, boolean skipping) {
        return ids(read(format).where(condition), skipping);
    }

    private Multiset<Row> ids(Dataset<Row> query, boolean skipping) {
        spark.conf().set("spark.skipping.enabled", skipping);
        try {
            return HashMultiset.create(query.select("id").collectAsList());
        } finally {
            spark.conf().set("spark.skipping.enabled", true);
        }
    }

    private long rowsRead(String format, String condition) {
        return LocalSpark.rowsRead(read(format).where(condition));
    }

    @Test(dataProvider = "formats")
    public void testPartsThatHoldNothingAreNotRead(String format) {
        for (String condition : List.of("id = 600", "words LIKE '%Cxyz%'", "n IN (6, 5997)", "large_dec = -1234")) {
            assertThat(ids(format, condition, true)).as(condition).isEqualTo(ids(format, condition, false));
            assertThat(rowsRead(format, condition)).as(condition).isBetween(1L, ROWS / 2L);
        }
        assertThat(LocalSpark.filesRead(read(format).where("id = 600"))).isEqualTo(1);
        assertThat(rowsRead(format, "id >= 0")).isEqualTo(ROWS);
        assertThat(rowsRead(format, "id < 0")).isZero();
    }

    @Test(groups = LocalSpark.EACH_SPARK, dataProvider = "formats")
    public void testRandomConditions(String format) {
        Random random = new Random(SEED);
        int skipping = 0;
        for (int number = 0; number < CONDITIONS; number++) {
            String condition = condition(random, 2);
            assertThat(ids(format, condition, true))
                    .as("%s, seed %s", condition, SEED)
                    .isEqualTo(ids(format, condition, false));
            skipping += rowsRead(format, condition) < ROWS ? 1 : 0;
        }
        assertThat(skipping).as("conditions that skip").isGreaterThanOrEqualTo(CONDITIONS / 8);
    }

    private static String condition(Random random, int depth) {
        if (depth > 0 && random.nextBoolean()) {
            String left = condition(random, depth - 1);
            String right = condition(random, depth - 1);
            return List.of("(%s OR %s)", "(%s AND %s)", "(%s AND NOT %s)")
                    .get(random.nextInt(3))
                    .formatted(left, right);
        }
        long id = random.nextInt(ROWS + 100) - 50;
        String operator = List.of("=", "<", "<=", ">", ">=", "<>", "<=>").get(random.nextInt(7));
        return switch (random.nextInt(10)) {
            case 0 -> "id %s %s".formatted(operator, id);
            case 1 -> "n %s %s".formatted(operator, id * 3);
            case 2 -> "dbl %s %sD".formatted(operator, id / 10.0);
            case 3 -> "large_dec %s CAST(%s AS decimal(30, 4))".formatted(operator, -id);
            case 4 -> "day %s date_add(DATE '1500-01-01', %s)".formatted(operator, id * 100);
            case 5 -> "words LIKE '%%%c%%'".formatted((char) ('A' + random.nextInt(8)));
            case 6 -> "code = sha2('%s', 256)".formatted(id);
            case 7 -> "part * 2 + 1 %s %s".formatted(operator, id / 500);
            case 8 -> "words RLIKE '(of|no) %cx'".formatted((char) ('A' + random.nextInt(8)));
            default -> "(n IS NULL AND part = %s)".formatted(id / 1000);
        };
    }

    /** Fields, elements, manifests and filters of users work in files that are read in parts. */
    @Test(dataProvider = "formats")
    public void testFieldsAndCommittedFiles(String format) throws IOException {
        // the filter knows tables by the name of the folder
        String name = format + "-committed/filtered";
        boolean hasFields = !format.equals("csv");
        int rowsOfFile = 8 * TestSkipping.ROWS;
        Dataset<Row> rows = spark.range(0, 3L * rowsOfFile, 1, 1)
                .selectExpr("CAST(id / 8 AS bigint) AS id")
                .selectExpr("id", "CAST(id * 3 AS int) AS n", "sha2(CAST(id AS string), 256) AS code");
        if (hasFields) {
            rows = rows.selectExpr(
                    "*",
                    """
                    IF(id % 11 = 0, NULL, named_struct(
                        'N', IF(id % 13 = 0, NULL, id * 3),
                        'inner', IF(id % 17 = 0, NULL, named_struct('town', concat('town-', lpad(id, 6, '0')), 'x', id)),
                        'sizes', IF(id % 7 = 0, NULL, array(CAST(id AS int), NULL)))) AS place""",
                    "CASE WHEN id % 19 = 0 THEN NULL WHEN id % 23 = 0 THEN array() ELSE array(NULL, concat('tag-', id), 'every') END AS tags",
                    "IF(id % 29 = 0, NULL, IF(id % 31 = 0, map('other', 'x'), map('other', 'y', 'Tag', concat('tag-', lpad(id, 6, '0'))))) AS attrs");
        }
        StructType schema = rows.schema();
        Dataset<Row> written = rows.selectExpr("*", "CAST(id / %s AS int) AS bucket".formatted(TestSkipping.ROWS));
        LocalSpark.committing(
                spark, () -> writer(written, format).partitionBy("bucket").save(path(name)));
        LocalSpark.leaveAttempt(root.resolve(name).resolve("bucket=1"));
        LocalSpark.age(root.resolve(name));
        Supplier<Dataset<Row>> read = () -> read(format, name, schema);
        for (boolean skipping : new boolean[] {true, false}) {
            assertThat(ids(read.get(), skipping)).hasSize(3 * rowsOfFile);
        }
        // there is no index yet
        assertThat(LocalSpark.filesRead(read.get().where("id = 300"))).isEqualTo(1);
        SkippingIndex index = SkippingIndex.of(read.get());
        if (hasFields) {
            index.create("minmax", "place.n")
                    .create("minmax", "place.inner.town")
                    .create("values", "elements(tags)")
                    .create("minmax", "elements(place.sizes)");
        }
        // no index is over values of maps of ORC
        boolean hasMaps = hasFields && !format.equals("orc");
        if (hasMaps) {
            index.create("minmax", "attrs['Tag']");
        }
        BuildResult built = summarise(index, rangeSize(format, "64k"));
        assertThat(built.failures()).isEmpty();
        assertThat(built.summarised()).isEqualTo(3);
        assertThat(built.ranges()).isGreaterThan(5);
        assertThat(built.rows()).isEqualTo(3L * rowsOfFile);
        for (String condition : hasFields
                ? List.of(
                        "n = 906",
                        "bucket = 1 AND place.n < 780",
                        "place.n IN (906, 9)",
                        "place.inner.town = 'town-000302'",
                        "array_contains(tags, 'tag-302')",
                        "attrs['Tag'] = 'tag-000303'",
                        "bucket = 1 AND attrs['Tag'] IS NULL AND id < 300",
                        "arrays_overlap(place.sizes, array(302, 5000))",
                        "bucket = 1 AND id < 300 AND place.n IS NULL")
                : List.of("n = 906", "bucket = 1 AND n < 780")) {
            Dataset<Row> query = read.get().where(condition);
            assertThat(ids(query, true))
                    .as(condition)
                    .isNotEmpty()
                    .isEqualTo(ids(read.get().where(condition), false));
            assertThat(LocalSpark.rowsRead(read.get().where(condition)))
                    .as(condition)
                    .isLessThan(!hasMaps && condition.startsWith("attrs") ? Long.MAX_VALUE : 2L * rowsOfFile);
        }
        String column = hasFields ? "place.n" : "n";
        assertThat(LocalSpark.rowsRead(read.get().where(column + " = 906"))).isBetween(1L, rowsOfFile - 1L);
        assertThat(SkippingIndex.explain(read.get().where(column + " = 906")))
                .contains("minmax leaves 1 of 3 objects", "reads 1 of 3 files, of which 1 in parts");
    }

    /** With whole stages compiled, readers of columns return batches of rows. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testPartsInBatches() {
        spark.conf().set("spark.sql.codegen.wholeStage", "true");
        try {
            for (String format : List.of("parquet", "orc")) {
                assertThat(ids(format, "id IN (20, 830, 1999)", true)).hasSize(3);
                assertThat(rowsRead(format, "id IN (20, 830, 1999)")).isBetween(3L, ROWS / 2L);
            }
        } finally {
            spark.conf().set("spark.sql.codegen.wholeStage", "false");
        }
    }

    @Test
    public void testSmallGapsAreRead() {
        assertThat(rowsRead("parquet", "id IN (20, 830)")).isEqualTo(200);
        spark.conf().set("spark.skipping.smallest-gap", "1m");
        assertThat(rowsRead("parquet", "id IN (20, 830)")).isEqualTo(900);
        spark.conf().set("spark.skipping.smallest-gap", "0");
    }

    /** Checks that Spark's own columns of a row describe its split and file, whatever parts of these are read. */
    @Test
    public void testMetadataOfFilesThatAreReadInParts() {
        String[] columns = {"id", "_metadata.file_block_length", "_metadata.file_name", "_metadata.row_index"};
        Dataset<Row> query = read("parquet")
                .where("id IN (20, 830, 1999)")
                .selectExpr(columns)
                .sort("id");
        List<Row> found = query.collectAsList();
        spark.conf().set("spark.skipping.enabled", false);
        try {
            assertThat(found)
                    .isEqualTo(read("parquet")
                            .where("id IN (20, 830, 1999)")
                            .selectExpr(columns)
                            .sort("id")
                            .collectAsList());
        } finally {
            spark.conf().set("spark.skipping.enabled", true);
        }
    }

    /** The same files hold other values for who reads them in another way. */
    @Test
    public void testReadersWithOtherOptions() {
        String only = "id = 600";
        assertThat(LocalSpark.filesRead(read("csv").where(only))).isEqualTo(1);
        DataFrameReader csv = spark.read().option("header", "true");
        StructType schema = rows().schema();
        for (Dataset<Row> other : List.of(
                spark.read().option("header", "false").schema(schema).csv(path("csv")),
                csv.schema(schema.add("another", "string")).csv(path("csv")),
                csv.schema(schema).option("nullValue", "x").csv(path("csv")),
                csv.option("mode", "DROPMALFORMED").csv(path("csv")),
                csv.option("mode", "PERMISSIVE")
                        .option("unescapedQuoteHandling", "BACK_TO_DELIMITER")
                        .csv(path("csv")))) {
            assertThat(LocalSpark.filesRead(other.where(only))).isEqualTo(2);
        }
        assertThat(LocalSpark.filesRead(read("json").where(only))).isEqualTo(1);
        spark.conf().set("spark.sql.legacy.json.allowEmptyString.enabled", "true");
        try {
            assertThat(LocalSpark.filesRead(read("json").where(only))).isEqualTo(2);
        } finally {
            spark.conf().unset("spark.sql.legacy.json.allowEmptyString.enabled");
        }
        spark.conf().set("orc.force.positional.evolution", "true");
        try {
            assertThat(LocalSpark.filesRead(read("orc").where(only))).isEqualTo(2);
        } finally {
            spark.conf().unset("orc.force.positional.evolution");
        }
    }

    /** Checks that files of which readers get other values by the keys that they have are not summarised. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testEncryptedColumnsOfOrc() throws Exception {
        Path folder = Files.createDirectories(root.resolve("encrypted_orc"));
        InMemoryKeystore keys = new InMemoryKeystore().addKey("pii", EncryptionAlgorithm.AES_CTR_128, new byte[16]);
        TypeDescription schema = TypeDescription.fromString("struct<id:bigint,ssn:string>");
        VectorizedRowBatch rows = schema.createRowBatch();
        ((LongColumnVector) rows.cols[0]).vector[0] = 7;
        ((BytesColumnVector) rows.cols[1]).setVal(0, "123456789".getBytes(UTF_8));
        rows.size = 1;
        try (Writer writer = OrcFile.createWriter(
                new org.apache.hadoop.fs.Path(folder.resolve("part-0.orc").toUri()),
                OrcFile.writerOptions(new Configuration())
                        .setSchema(schema)
                        .setKeyProvider(keys)
                        .encrypt("pii:ssn")
                        .masks("nullify:ssn"))) {
            writer.addRowBatch(rows);
        }
        LocalSpark.age(folder);
        assertThat(spark.read().orc(folder.toString()).where("ssn IS NULL").count())
                .as("what is read without a key is a mask")
                .isEqualTo(1);

        BuildResult built = SkippingIndex.of(spark.read().orc(folder.toString()))
                .create("values", "ssn")
                .build();
        assertThat(built.summarised()).isZero();
        assertThat(built.failures().toString()).contains("part-0.orc", "some of its columns are encrypted");
    }

    /** Checks that no index is over values of maps of ORC: of a key that occurs twice, readers return one or the other value. */
    @Test
    public void testMapsOfOrc() {
        String folder = path("maps_orc");
        spark.range(3)
                .selectExpr("id", "map('unit', CAST(id AS string)) AS attrs")
                .write()
                .orc(folder);
        SkippingIndex index = SkippingIndex.of(spark.read().orc(folder));
        assertThatThrownBy(() -> index.create("values", "attrs['unit']"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("if a map of ORC has a key twice");
        assertThat(index.create("values", "elements(map_keys(attrs))").build().failures())
                .isEmpty();
    }

    @Test
    public void testAvroThatIsReadInOtherWays() {
        String only = "id = 600";
        assertThat(LocalSpark.filesRead(read("avro").where(only))).isEqualTo(1);
        assertThat(LocalSpark.filesRead(spark.read()
                        .format("avro")
                        .option("positionalFieldMatching", "true")
                        .load(path("avro"))
                        .where(only)))
                .isEqualTo(2);
        spark.conf().set("spark.sql.legacy.avro.allowIncompatibleSchema", "true");
        try {
            assertThat(LocalSpark.filesRead(read("avro").where(only))).isEqualTo(2);
        } finally {
            spark.conf().unset("spark.sql.legacy.avro.allowIncompatibleSchema");
        }
    }

    @DataProvider
    public Object[][] otherColumns() {
        return new Object[][] {
            {"avro", "id bigint", "id", "CAST(id AS string) AS id"},
            {"parquet", "id bigint, tags string", "id, CAST(id AS string) AS tags", "id, array('a') AS tags"},
        };
    }

    /** For such a file, Spark's readers throw what Java knows as checked exceptions, and do not declare them. */
    @Test(groups = LocalSpark.EACH_SPARK, dataProvider = "otherColumns")
    public void testFileWithAColumnOfAnotherType(String format, String schema, String columns, String others)
            throws IOException {
        String name = format + "-other-type";
        writer(spark.range(0, 100, 1, 2).selectExpr(columns.split(", ")), format)
                .save(path(name));
        writer(spark.range(100, 200, 1, 1).selectExpr(others.split(", ")), format)
                .mode(SaveMode.Append)
                .save(path(name));
        LocalSpark.age(root.resolve(name));
        Dataset<Row> table = spark.read().format(format).schema(schema).load(path(name));
        BuildResult built = summarise(SkippingIndex.of(table), "1m");
        assertThat(built.summarised()).isEqualTo(2);
        assertThat(built.failures()).singleElement().asString().contains("cannot be summarised: ");
        assertThat(LocalSpark.filesRead(table.where("id = 3")))
                .as("the match, and the file without a summary")
                .isEqualTo(2);
    }

    /** Leaves files with such records out of the index, since what is read of them depends on the columns that a query needs. */
    @Test
    public void testRecordsThatCannotBeParsed() throws IOException {
        Files.createDirectories(root.resolve("lines"));
        Files.writeString(root.resolve("lines/good.json"), "{\"b\": \"x\", \"a\": 1}\n{\"b\": \"y\", \"a\": 2}\n");
        Files.writeString(
                root.resolve("lines/bad.json"), "{\"b\": \"\\q\", \"a\": 3}\n{\"b\": \"y\", \"a\": \"four\"}\n");
        LocalSpark.age(root.resolve("lines"));
        Dataset<Row> lines = spark.read().schema("b string, a int").json(path("lines"));
        BuildResult built = summarise(SkippingIndex.of(lines), "1m");
        assertThat(built.summarised()).isEqualTo(1);
        assertThat(built.failures()).singleElement().asString().contains("bad.json", "cannot be parsed");
        for (String condition : List.of("a = 3", "a IS NULL")) {
            Dataset<Row> query = lines.where(condition).select("a");
            assertThat(LocalSpark.filesRead(query)).as(condition).isEqualTo(1);
        }
        assertThat(LocalSpark.filesRead(lines.where("a = 2"))).isEqualTo(2);
    }

    /** A date may have any text behind it, also quotes. What is read of other columns then depends on whether the date is. */
    @Test
    public void testDatesWithTextBehindThem() throws IOException {
        Files.createDirectories(root.resolve("dates"));
        Files.writeString(root.resolve("dates/good.csv"), "1,2020-01-01,k\n2,,\n3,\"1969-12-31\",l\n");
        Files.writeString(root.resolve("dates/bad.csv"), "4,\"2020-01-01 \\\",x\",k\n5,2020-01-02,l\n");
        LocalSpark.age(root.resolve("dates"));
        DataFrameReader reader = spark.read().schema("a int, day date, code string");
        Dataset<Row> dates = reader.csv(path("dates"));
        assertThat(dates.where("a = 4").collectAsList())
                .as("Spark takes it for a date")
                .containsExactly(RowFactory.create(4, Date.valueOf("2020-01-01"), "k"));

        BuildResult built = summarise(SkippingIndex.of(dates), "1m");
        assertThat(built.summarised()).isEqualTo(1);
        assertThat(built.failures()).singleElement().asString().contains("bad.csv", "is not written like 2020-01-31");
        for (String condition : List.of("code = 'm'", "code IS NULL", "day = '2030-01-01'", "a = 6")) {
            assertThat(LocalSpark.filesRead(dates.where(condition)))
                    .as(condition)
                    .isEqualTo(condition.equals("code IS NULL") ? 2 : 1);
        }
        assertThat(LocalSpark.filesRead(dates.where("day = '1969-12-31'"))).isEqualTo(2);
        assertThat(dates.where("day < '2020-01-01'").collectAsList())
                .containsExactly(RowFactory.create(3, Date.valueOf("1969-12-31"), "l"));

        Dataset<Row> formatted = reader.option("dateFormat", "yyyy-MM-dd").csv(path("dates"));
        assertThat(summarise(SkippingIndex.of(formatted), "1m").failures())
                .singleElement()
                .asString()
                .contains("bad.csv")
                // in words of ours, or of Spark 3.5, which fails
                .containsPattern("cannot be parsed|Fail to parse");
        spark.conf().set("spark.sql.legacy.csv.enableDateTimeParsingFallback", "true");
        try {
            assertThatThrownBy(() -> SkippingIndex.of(formatted).build()).hasMessageContaining("cannot be indexed");
        } finally {
            spark.conf().unset("spark.sql.legacy.csv.enableDateTimeParsingFallback");
        }
    }

    @DataProvider
    public Object[][] parsers() {
        return new Object[][] {
            {"csv", Map.of()},
            {"csv", Map.of("escape", "\"", "ignoreLeadingWhiteSpace", "true", "ignoreTrailingWhiteSpace", "true")},
            {"csv", Map.of("comment", "a", "nullValue", "\\N", "emptyValue", "1")},
            {"csv", Map.of("sep", "|", "escape", "\"", "nullValue", "a")},
            {"json", Map.of()},
            {"json", Map.of("allowComments", "true", "allowSingleQuotes", "true", "allowUnquotedFieldNames", "true")},
            {"json", Map.of("allowBackslashEscapingAnyCharacter", "true", "allowUnquotedControlChars", "true")},
        };
    }

    /** Checks what builds rely on: in a record that can be parsed as a whole, a column has the same value whatever else is read. */
    @Test(dataProvider = "parsers")
    public void testColumnsOfRecordsThatCanBeParsed(String format, Map<String, String> options) throws IOException {
        Random random = new Random(SEED);
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < 4_000; line++) {
            lines.append(
                            format.equals("csv")
                                    ? "b" + csv(random).replace(",", options.getOrDefault("sep", ","))
                                    : json(random))
                    .append('\n');
        }
        Path file = Files.writeString(Files.createTempFile(root, "records", ".txt"), lines);
        // rows in the order of lines
        spark.conf().set("spark.sql.files.maxPartitionBytes", "128m");
        String schema = format.equals("csv")
                ? "a string, b string, c string, d string"
                : "a string, b int, c struct<a: int, x: string>, d array<int>";
        List<Row> whole = parsed(format, options, schema + ", _corrupt_record string", file)
                .select("a", "b", "c", "d", "_corrupt_record")
                .collectAsList();
        Predicate<Row> isPlain = format.equals("csv") ? isPlain(options) : row -> true;
        int corrupt = 0;
        for (int column = 0; column < 4; column++) {
            String name = List.of("a", "b", "c", "d").get(column);
            List<Row> alone = parsed(format, options, schema, file).select(name).collectAsList();
            assertThat(alone).hasSameSizeAs(whole);
            for (int row = 0; row < whole.size(); row++) {
                if (whole.get(row).isNullAt(4) && isPlain.test(whole.get(row))) {
                    assertThat(alone.get(row).get(0))
                            .as("%s of %s", name, whole.get(row))
                            .isEqualTo(whole.get(row).get(column));
                } else {
                    corrupt++;
                }
            }
        }
        spark.conf().set("spark.sql.files.maxPartitionBytes", SPLIT_BYTES);
        assertThat(corrupt / 4).isBetween(whole.size() / 50, whole.size() * 49 / 50);
    }

    private static Predicate<Row> isPlain(Map<String, String> options) {
        CsvQuotes quotes = CsvQuotes.of(options, new StructType()).orElseThrow();
        return row -> IntStream.range(0, 4)
                .allMatch(
                        column -> row.isNullAt(column) || quotes.isPlain(UTF8String.fromString(row.getString(column))));
    }

    private Dataset<Row> parsed(String format, Map<String, String> options, String schema, Path file) {
        return spark.read()
                .options(options)
                .schema(schema)
                .format(format)
                .load(file.toUri().toString());
    }

    private static String csv(Random random) {
        List<String> pieces = List.of(",", ",", "\"", "\"", "\\", "a", "1", " ", ",1,", "\",\"", "\\N", "");
        StringBuilder line = new StringBuilder();
        while (line.length() < 6 || random.nextInt(4) > 0) {
            line.append(pieces.get(random.nextInt(pieces.size())));
        }
        return line.toString();
    }

    private static String json(Random random) {
        StringBuilder line = new StringBuilder("{");
        for (String name : List.of("a", "b", "x", "c", "d")) {
            List<String> values = switch (name) {
                case "b" -> List.of("1");
                case "c" ->
                    List.of("{\"a\": 2, \"a\": 3}", "{\"x\": {\"a\": 1}, \"b\": [1]}", "null", "{}", "{\"a\": \"t\"}");
                case "d" -> List.of("[1, 2]", "[null, 3]", "null", "[]", "[1, \"t\"]");
                default -> List.of("\"t\"", "1", "null", "[1, \"a\"]", "{\"a\": 2}", "\"\\u00e4\\\"\"", "2.50");
            };
            line.append(line.length() > 1 ? "," : "")
                    .append(" \"%s\": %s".formatted(name, values.get(random.nextInt(values.size()))));
        }
        line.append("}");
        for (int changes = random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(line.length());
            line.replace(
                    at,
                    at + random.nextInt(2),
                    List.of("\"", "\\", ",", "}", "{", "'", "/", "0", "").get(random.nextInt(9)));
        }
        return line.toString();
    }

    /** A header may be the only line of a range, or below lines without text. */
    @Test
    public void testHeaders() throws IOException {
        Files.createDirectories(root.resolve("headers"));
        Files.writeString(root.resolve("headers/only.csv"), "id,name\n");
        Files.writeString(root.resolve("headers/empty.csv"), "");
        Files.writeString(root.resolve("headers/below.csv"), "\n  \n\nid,name\n1,one\n2,two\n3,three\n");
        LocalSpark.age(root.resolve("headers"));
        Dataset<Row> named = spark.read()
                .option("header", "true")
                .schema("id string, name string")
                .csv(path("headers"));
        BuildResult built = summarise(SkippingIndex.of(named), "1");
        assertThat(built.failures()).isEmpty();
        assertThat(built.rows()).isEqualTo(3);
        assertThat(named.where("id = 'id'").collectAsList()).isEmpty();
        assertThat(named.where("name > 'three'").collectAsList()).containsExactly(RowFactory.create("2", "two"));
        // Spark lists no empty files
        assertThat(SkippingIndex.of(named).build().current()).isEqualTo(2);
    }

    /** A table of text has its options from its definition. */
    @Test(groups = LocalSpark.EACH_SPARK)
    public void testTables() throws IOException {
        Files.createDirectories(root.resolve("table"));
        for (int file = 0; file < 3; file++) {
            Files.writeString(
                    root.resolve("table/%s.csv".formatted(file)), "%1$s;a%1$s\n1%1$s;b%1$s\n".formatted(file));
        }
        LocalSpark.age(root.resolve("table"));
        spark.sql("CREATE TABLE numbers (id int, name string) USING csv OPTIONS (sep ';') LOCATION '%s'"
                .formatted(path("table")));
        try {
            assertThat(summarise(SkippingIndex.of(spark.table("numbers")), "1m").summarised())
                    .isEqualTo(3);
            Dataset<Row> query = spark.table("numbers").where("id = 12");
            assertThat(query.collectAsList()).containsExactly(RowFactory.create(12, "b2"));
            assertThat(LocalSpark.filesRead(query)).isEqualTo(1);
            assertThat(LocalSpark.filesRead(spark.table("numbers").where("name = 'b2'")))
                    .isEqualTo(1);
        } finally {
            spark.sql("DROP TABLE numbers");
        }
    }

    /** The command takes files as queries read them, and tables. */
    @Test
    public void testCommand() throws IOException {
        Files.createDirectories(root.resolve("commanded"));
        for (int file = 0; file < 3; file++) {
            Files.writeString(
                    root.resolve("commanded/%s.csv".formatted(file)),
                    "id;name\n%1$s;a%1$s\n1%1$s;b%1$s\n".formatted(file));
        }
        LocalSpark.age(root.resolve("commanded"));
        Dataset<Row> read = spark.read()
                .option("header", "true")
                .option("sep", ";")
                .schema("id int, name string")
                .csv(path("commanded"));
        assertThat(LocalSpark.filesRead(read.where("id = 12"))).isEqualTo(3);
        String[] files = {
            "--path", path("commanded"), "--format", "csv", "--option", "header=true", "--option", "sep=;", "--schema"
        };
        assertThat(TestSkipping.command(ObjectArrays.concat(files, "id int, name string")))
                .startsWith("0 ")
                .contains("Summarised 3 files with 6 rows");
        assertThat(LocalSpark.filesRead(read.where("id = 12"))).isEqualTo(1);
        assertThat(TestSkipping.command(ObjectArrays.concat(files, "id int name")))
                .startsWith("2 ")
                .contains("'id int name' is no schema");
        read.createOrReplaceTempView("commanded");
        assertThat(TestSkipping.command("--table", "commanded", "--create", "bloom:name"))
                .startsWith("0 ")
                .contains("Summarised 3 files");
        assertThat(TestSkipping.command("--table", "commanded"))
                .startsWith("0 ")
                .contains("3 files were in the index already");
        assertThat(TestSkipping.command("--table", "no_such"))
                .startsWith("1 ")
                .contains("This session knows no table no_such", "spark.sql.catalogImplementation");
        assertThat(TestSkipping.command("--table", "commanded", "--path", path("commanded")))
                .startsWith("2 ")
                .contains("either --path or --table");
        assertThat(TestSkipping.command("--table", "commanded", "--format", "csv"))
                .startsWith("2 ")
                .contains("a table is read as it was defined");
        assertThat(TestSkipping.command("--path", path("commanded"), "--format", "no-such"))
                .startsWith("1 ")
                .contains("no-such");
        assertThat(TestSkipping.command("--path", path("commanded"), "--format", "csv", "--option", "header"))
                .startsWith("2 ")
                .contains("header");
    }

    /** Lines of text can be found by their fragments. */
    @Test
    public void testText() throws IOException {
        rows().coalesce(1)
                .selectExpr("concat(CAST(id / 10 AS int), ' ', words)")
                .write()
                .text(path("text"));
        LocalSpark.age(root.resolve("text"));
        Dataset<Row> text = spark.read().text(path("text"));
        assertThat(summarise(SkippingIndex.of(text).create("ngram", "value"), "20k")
                        .ranges())
                .isGreaterThan(5);
        for (String condition : List.of("value LIKE '%Cxyz'", "startswith(value, '177 ')", "value = 'none'")) {
            spark.conf().set("spark.skipping.enabled", false);
            List<Row> expected = text.where(condition).collectAsList();
            spark.conf().set("spark.skipping.enabled", true);
            assertThat(text.where(condition).collectAsList())
                    .as(condition)
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(LocalSpark.rowsRead(text.where(condition))).as(condition).isLessThan(ROWS / 2);
        }
        Dataset<Row> whole = spark.read().option("wholetext", "true").text(path("text"));
        assertThat(LocalSpark.filesRead(whole.where("value = 'none'"))).isEqualTo(1);
    }

    /** Builds over a file that later releases decompress and earlier ones do not, so that a summary would hold for one of them only. */
    @Test
    public void testNamesThatReleasesReadDifferently() throws IOException {
        Path folder = Files.createDirectory(root.resolve("gzip"));
        Files.writeString(folder.resolve("plain.log"), "one\ntwo\n");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("packed.log.gzip")))) {
            out.write("three\nfour\n".getBytes(UTF_8));
        }
        LocalSpark.age(folder);
        Dataset<Row> text = spark.read().text(path("gzip"));
        BuildResult built = summarise(SkippingIndex.of(text).create("values", "value"), "20k");
        assertThat(built.failures()).singleElement().asString().contains("packed.log.gzip", "releases of Spark differ");
        assertThat(text.where("value = 'one'").collectAsList()).hasSize(1);
        spark.conf().set("spark.skipping.enabled", false);
        List<Row> expected = text.where("value = 'three'").collectAsList();
        spark.conf().set("spark.skipping.enabled", true);
        assertThat(text.where("value = 'three'").collectAsList()).isEqualTo(expected);
    }

    /** Asks for an element and a column beside it that has the name which stands for the element. */
    @Test
    public void testElementsBesideColumns() throws IOException {
        spark.range(0, 10, 1, 1)
                .selectExpr("array('a', CAST(id AS string)) AS tags", "'b' AS `an element`")
                .write()
                .parquet(path("elements"));
        LocalSpark.age(root.resolve("elements"));
        Dataset<Row> table = spark.read().parquet(path("elements"));
        summarise(SkippingIndex.of(table).create("values", "elements(tags)"), "20k");
        assertThat(table.where("exists(tags, x -> x = 'a' AND `an element` = 'b')")
                        .count())
                .isEqualTo(10);
        assertThat(LocalSpark.filesRead(table.where("exists(tags, x -> x = 'b' AND x > 'a')")))
                .isZero();
    }

    @Test
    public void testWhatCannotBeIndexed() {
        assertThatThrownBy(() -> SkippingIndex.of(spark.range(10).toDF()))
                .hasMessageContaining("neither a table of files nor files of one format");
        assertThatThrownBy(() -> SkippingIndex.of(
                                spark.read().option("mode", "FAILFAST").json(path("json")))
                        .build())
                .hasMessageContaining("cannot be indexed");
    }
}
