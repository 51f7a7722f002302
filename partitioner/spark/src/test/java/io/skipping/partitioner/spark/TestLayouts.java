// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.partitioner.train.CutStrategy;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.KdTreeTrainer;
import io.skipping.partitioner.train.Sample;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import scala.Tuple2;

@Test(groups = "servers")
public class TestLayouts {
    /** One column for each of Spark's types that can be a model's. */
    private static final StructType SCHEMA =
            StructType.fromDDL("id bigint, tiny tinyint, small smallint, whole int, large bigint,"
                    + " money decimal(10,2), huge decimal(38,4), single float, real double, day date, instant timestamp,"
                    + " wall timestamp_ntz, name string, raw binary, scaled decimal(10,2)");

    private static final List<Column> COLUMNS = List.of(
            new Column("tiny", ColumnType.BIGINT),
            new Column("small", ColumnType.BIGINT),
            new Column("whole", ColumnType.BIGINT),
            new Column("large", ColumnType.BIGINT),
            new Column("money", ColumnType.BIGINT),
            new Column("huge", ColumnType.BIGINT),
            new Column("single", ColumnType.DOUBLE),
            new Column("real", ColumnType.DOUBLE),
            new Column("day", ColumnType.DATE),
            new Column("instant", ColumnType.TIMESTAMP),
            new Column("wall", ColumnType.TIMESTAMP),
            new Column("name", ColumnType.VARCHAR),
            new Column("raw", ColumnType.VARCHAR),
            new Column("scaled", ColumnType.DOUBLE));

    private static final List<Column> POINT =
            List.of(new Column("x", ColumnType.DOUBLE), new Column("y", ColumnType.DOUBLE));

    private Path folder;
    private SparkSession spark;

    @BeforeClass
    public void start() throws IOException {
        folder = Files.createTempDirectory("layouts");
        spark = LocalSpark.builder()
                .config("spark.sql.extensions", LayoutExtensions.class.getName())
                // an offset that must not matter
                .config("spark.sql.session.timeZone", "America/New_York")
                .getOrCreate();
        assertThat(spark.version()).isEqualTo(System.getProperty("test.spark.version", spark.version()));
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (spark != null) {
            spark.stop();
        }
        LocalSpark.delete(folder);
    }

    /** A record in Spark's form and in the model's. */
    private record Twin(Row row, ArrayRow expected) {
        static Twin random(long id, SplittableRandom random) {
            Object[] values = new Object[15];
            values[0] = id;
            ArrayRow expected = new ArrayRow(14);
            for (int column = 0; column < 14; column++) {
                if (random.nextInt(10) != 0) {
                    values[column + 1] = value(column, random, expected);
                }
            }
            return new Twin(RowFactory.create(values), expected);
        }

        private static Object value(int column, SplittableRandom random, ArrayRow expected) {
            int number = random.nextInt(-1000, 1000);
            switch (column) {
                case 0 -> {
                    byte tiny = (byte) number;
                    expected.set(column, (long) tiny);
                    return tiny;
                }
                case 1 -> {
                    expected.set(column, (long) number);
                    return (short) number;
                }
                case 2 -> {
                    expected.set(column, (long) number);
                    return number;
                }
                case 3 -> {
                    long large = number == 7 ? Long.MIN_VALUE : number * 1_000_000_000_000_000L;
                    expected.set(column, large);
                    return large;
                }
                case 4 -> {
                    expected.set(column, (long) number);
                    return BigDecimal.valueOf(number, 2);
                }
                case 5 -> {
                    BigInteger unscaled = BigInteger.valueOf(number).multiply(BigInteger.TEN.pow(random.nextInt(30)));
                    expected.set(
                            column,
                            unscaled.max(BigInteger.valueOf(Long.MIN_VALUE))
                                    .min(BigInteger.valueOf(Long.MAX_VALUE))
                                    .longValue());
                    return new BigDecimal(unscaled, 4);
                }
                case 6 -> {
                    float single = number == 7 ? Float.NaN : number / 3f;
                    expected.set(column, (double) single);
                    return single;
                }
                case 7 -> {
                    double real = number % 10 == 0 ? Double.NaN : number % 10 == 1 ? -0.0 : number / 3.0;
                    expected.set(column, real);
                    return real;
                }
                case 8 -> {
                    // before the Gregorian calendar, too
                    LocalDate day = LocalDate.ofEpochDay(number * 365L);
                    expected.set(column, day.toEpochDay());
                    return day;
                }
                case 9 -> {
                    long micros = number * 1_000_000_000_001L;
                    expected.set(column, micros);
                    return Instant.EPOCH
                            .plusSeconds(Math.floorDiv(micros, 1_000_000L))
                            .plusNanos(Math.floorMod(micros, 1_000_000L) * 1000L);
                }
                case 10 -> {
                    expected.set(column, number * 1_000_000L);
                    return LocalDateTime.ofEpochSecond(number, 0, ZoneOffset.UTC);
                }
                case 11 -> {
                    String name = number % 20 == 0 ? "" : "é" + number;
                    expected.set(column, name);
                    return name;
                }
                case 12 -> {
                    byte[] raw = {(byte) number, (byte) random.nextInt()};
                    expected.set(column, raw);
                    return raw;
                }
                default -> {
                    expected.set(column, BigDecimal.valueOf(number, 2).doubleValue());
                    return BigDecimal.valueOf(number, 2);
                }
            }
        }

        static List<Twin> many(long seed, int count) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Twin> twins = new ArrayList<>();
            for (int id = 0; id < count; id++) {
                twins.add(random(id, random));
            }
            return twins;
        }
    }

    private static LayoutModel train(List<Column> columns, List<ArrayRow> rows, int partitions) {
        Sample.Builder sample = Sample.builder(columns);
        rows.forEach(sample::add);
        return new KdTreeTrainer(CutStrategy.roundRobin(), History.of(List.of())).train(sample.build(), partitions);
    }

    /** Of each row, where it is and its id, in the order of the partition. */
    private static List<List<Long>> ids(Dataset<Row> rows) {
        Function2<Integer, Iterator<Row>, Iterator<Tuple2<Integer, Long>>> ids = (partition, records) -> {
            List<Tuple2<Integer, Long>> found = new ArrayList<>();
            records.forEachRemaining(row -> found.add(new Tuple2<>(partition, row.<Long>getAs("id"))));
            return found.iterator();
        };
        List<List<Long>> all = new ArrayList<>();
        for (int partition = 0; partition < rows.javaRDD().getNumPartitions(); partition++) {
            all.add(new ArrayList<>());
        }
        for (Tuple2<Integer, Long> found :
                rows.javaRDD().mapPartitionsWithIndex(ids, false).collect()) {
            all.get(found._1()).add(found._2());
        }
        return all;
    }

    @DataProvider
    public Object[][] adaptive() {
        return new Object[][] {{false, 1}, {false, 16}, {true, 1}, {true, 16}, {true, 300}};
    }

    @Test(dataProvider = "adaptive")
    public void testAllTypes(boolean adaptive, int partitions) {
        List<Twin> twins = Twin.many(1, 3_000);
        LayoutModel model = train(
                COLUMNS, twins.subList(0, 1_000).stream().map(Twin::expected).toList(), partitions);
        Dataset<Row> rows = spark.createDataFrame(twins.stream().map(Twin::row).toList(), SCHEMA);
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        try {
            List<List<Long>> found = ids(Layouts.repartition(rows.repartition(5), model, "id"));
            assertThat(found).hasSize(partitions);
            List<List<Long>> expected = new ArrayList<>();
            for (int partition = 0; partition < partitions; partition++) {
                expected.add(new ArrayList<>());
            }
            for (int id = 0; id < twins.size(); id++) {
                expected.get(model.partition(twins.get(id).expected())).add((long) id);
            }
            assertThat(found).as("each in its partition, in order").isEqualTo(expected);
        } finally {
            spark.conf().set("spark.sql.adaptive.enabled", true);
        }
    }

    @Test(dataProvider = "adaptive")
    public void testSkewedAndEmptyPartitions(boolean adaptive, int partitions) {
        // nine of ten rows are at one place, and nothing is where the other half of the partitions are
        List<ArrayRow> sample = new ArrayList<>();
        for (int number = 0; number < 3_000; number++) {
            sample.add(new ArrayRow(2).set(0, number / 3_000.0).set(1, number % 7 / 7.0));
        }
        LayoutModel model = train(POINT, sample, partitions);
        Dataset<Row> rows = spark.range(0, 20_000, 1, 3)
                .withColumn("x", expr("CASE WHEN id % 10 = 0 THEN (id % 1000) / 2000.0D ELSE 0.001D END"))
                .withColumn("y", expr("(id % 7) / 7.0D"));
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        // so small that partitions would be joined and split, if that were allowed
        spark.conf().set("spark.sql.adaptive.advisoryPartitionSizeInBytes", "16KB");
        spark.conf().set("spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes", "16KB");
        try {
            List<List<Long>> found = ids(Layouts.repartition(rows, model));
            assertThat(found).hasSize(partitions);
            int empty = 0;
            int count = 0;
            ArrayRow row = new ArrayRow(2);
            for (int partition = 0; partition < partitions; partition++) {
                empty += found.get(partition).isEmpty() ? 1 : 0;
                count += found.get(partition).size();
                for (long id : found.get(partition)) {
                    row.set(0, id % 10 == 0 ? id % 1000 / 2000.0 : 0.001).set(1, id % 7 / 7.0);
                    assertThat(model.partition(row)).isEqualTo(partition);
                }
            }
            assertThat(count).isEqualTo(20_000);
            if (partitions > 1) {
                assertThat(empty).isGreaterThanOrEqualTo(partitions / 4);
            }
        } finally {
            spark.conf().set("spark.sql.adaptive.enabled", true);
            spark.conf().unset("spark.sql.adaptive.advisoryPartitionSizeInBytes");
            spark.conf().unset("spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes");
        }
    }

    private Dataset<Row> points() {
        return spark.range(0, 1_000, 1, 3)
                .withColumn("x", col("id").mod(lit(50)).cast("double"))
                .withColumn("y", col("id").divide(lit(20)).cast("double"));
    }

    @Test
    public void testLaidOutTwice() {
        LayoutModel one = new GridModel(POINT, 8, 0);
        LayoutModel other = new GridModel(POINT, 8, -1);
        assertThat(ids(Layouts.repartition(Layouts.repartition(points(), one, "id"), other, "id")))
                .as("another model is another shuffle")
                .isEqualTo(ids(Layouts.repartition(points(), other, "id")))
                .isNotEqualTo(ids(Layouts.repartition(points(), one, "id")));
    }

    @Test
    public void testNumbers() {
        LayoutModel model = new GridModel(POINT, 8, 0);
        Dataset<Row> rows = points();
        List<Row> numbers =
                rows.select(col("x"), col("y"), Layouts.partition(rows, model)).collectAsList();
        assertThat(numbers).hasSize(1_000);
        for (Row row : numbers) {
            assertThat(row.<Integer>getAs("layout_partition"))
                    .isEqualTo(model.partition(
                            new ArrayRow(2).set(0, row.getDouble(0)).set(1, row.getDouble(1))));
        }
    }

    @Test
    public void testDecimalsOfAnotherScaleDoNotFit() {
        LayoutModel model = new GridModel(List.of(new Column("price", ColumnType.BIGINT, OptionalInt.of(2))), 8, 0);
        Dataset<Row> prices = points().select(lit(new BigDecimal("12.30")).as("price"));
        for (String type : List.of("decimal(9,2)", "decimal(38,2)")) {
            assertThat(Layouts.repartition(
                                    prices.withColumn("price", col("price").cast(type)), model)
                            .count())
                    .isEqualTo(1_000);
        }
        for (String type : List.of("decimal(10,4)", "decimal(9,0)", "int")) {
            assertThatThrownBy(() -> Layouts.repartition(
                            prices.withColumn("price", col("price").cast(type)), model))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "Column price is of type %s, which has scale %s, and has scale 2 in the layout's model: cast it",
                            type, type.endsWith("4)") ? "4" : "0");
        }
    }

    @Test
    public void testColumnsThatDoNotFit() {
        LayoutModel model = new GridModel(POINT, 8, 0);
        assertThatThrownBy(() -> Layouts.repartition(points().drop("y"), model)).hasMessageContaining("y");
        assertThatThrownBy(() -> Layouts.repartition(points().withColumn("y", lit("1")), model))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Column y is of type string, and of type double in the layout's model: cast it");
        for (Column column : List.of(
                new Column("x", ColumnType.BIGINT),
                new Column("id", ColumnType.DATE),
                new Column("id", ColumnType.TIMESTAMP))) {
            LayoutModel other = new GridModel(List.of(column), 8, 0);
            assertThatThrownBy(() -> Layouts.repartition(points(), other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(column.type().typeName());
        }
    }

    @Test
    public void testNamesWithDots() {
        LayoutModel model = new GridModel(List.of(new Column("a.x`", ColumnType.DOUBLE)), 8, 0);
        Dataset<Row> rows = points().withColumn("a.x`", col("x"));
        assertThat(ids(Layouts.repartition(rows, model)))
                .hasSize(8)
                .anySatisfy(partition -> assertThat(partition).isNotEmpty());
        assertThat(ids(Layouts.repartition(rows, model, "a.x`", "id")))
                .as("sorted by a column with a dot")
                .isEqualTo(ids(Layouts.repartition(rows, model, "x", "id")));
        Dataset<Row> nested = points().withColumn("a", struct(col("x").as("x"))).withColumn("a.x`", col("x"));
        assertThat(ids(Layouts.repartition(nested, model, "a.x", "id")))
                .as("sorted by a field of a column")
                .isEqualTo(ids(Layouts.repartition(rows, model, "x", "id")));
    }

    @Test
    public void testModelFiles() throws IOException {
        LayoutModel model = new GridModel(POINT, 8, 0);
        Path file = folder.resolve("model.json");
        Files.writeString(file, ModelJson.write(model), StandardCharsets.UTF_8);
        assertThat(ModelJson.write(Layouts.read(spark, file.toString()))).isEqualTo(ModelJson.write(model));
        assertThat(ModelJson.write(Layouts.read(spark, file.toUri().toString())))
                .isEqualTo(ModelJson.write(model));
        Files.writeString(file, "{");
        assertThatThrownBy(() -> Layouts.read(spark, file.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
        Files.writeString(
                file,
                ModelJson.write(new GridModel(List.of(new Column("caf\u00e9", ColumnType.DOUBLE)), 8, 0)),
                StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> Layouts.read(spark, file.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + ": Not a model: its file is not UTF-8");
        assertThatThrownBy(() -> Layouts.read(spark, folder.resolve("none").toString()))
                .isInstanceOf(IOException.class);
    }

    @Test
    public void testSql() throws IOException {
        LayoutModel model = new GridModel(POINT, 8, 0);
        Path file = folder.resolve("sql.json");
        Files.writeString(file, ModelJson.write(model));
        points().createOrReplaceTempView("points");
        String call = "layout_partition('%s', x, y)".formatted(file);
        List<Row> counts = spark.sql("SELECT %1$s, count(*) FROM points GROUP BY %1$s ORDER BY 1".formatted(call))
                .collectAsList();
        long[] expected = new long[8];
        for (int id = 0; id < 1_000; id++) {
            expected[model.partition(new ArrayRow(2).set(0, (double) (id % 50)).set(1, id / 20.0))]++;
        }
        assertThat(counts).hasSizeGreaterThan(1);
        for (Row row : counts) {
            assertThat(row.getLong(1)).isEqualTo(expected[row.getInt(0)]);
        }
        assertThat(counts.stream().mapToLong(row -> row.getLong(1)).sum()).isEqualTo(1_000);
        assertThat(spark.sql("DESCRIBE FUNCTION EXTENDED layout_partition")
                        .collectAsList()
                        .toString())
                .contains("layout_partition(location, column, ...)");
    }

    @DataProvider
    public Object[][] badCalls() {
        return new Object[][] {
            {"layout_partition()", "as a constant"},
            {"layout_partition(x, y)", "as a constant"},
            {"layout_partition(CAST(NULL AS STRING), y)", "as a constant"},
            {"layout_partition('%s', x)", "needs the 2 columns of the layout's model (x, y), in this order, not 1"},
            {"layout_partition('%s', x, string(y))", "Column y is of type string"},
            {"layout_partition('%s.none', x, y)", ".none"},
        };
    }

    @Test(dataProvider = "badCalls")
    public void testBadCalls(String call, String message) throws IOException {
        Path file = folder.resolve("bad.json");
        Files.writeString(file, ModelJson.write(new GridModel(POINT, 8, 0)));
        points().createOrReplaceTempView("points");
        assertThatThrownBy(() -> spark.sql("SELECT %s FROM points".formatted(call.formatted(file)))
                        .collect())
                .hasStackTraceContaining(message);
    }
}
