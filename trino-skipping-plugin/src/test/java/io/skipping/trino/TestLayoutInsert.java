// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.WrittenObjects.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.trino.core.layout.RandomModel;
import io.trino.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** INSERT into a table that has a layout. */
@Test(singleThreaded = true, groups = "servers")
public class TestLayoutInsert extends AbstractLakeTest {
    private static final LayoutModel PLACES = RandomModel.tree(
            new SplittableRandom(7),
            List.of(new Column("x", ColumnType.DOUBLE), new Column("y", ColumnType.DOUBLE)),
            8);
    private static final LayoutModel CITIES =
            RandomModel.tree(new SplittableRandom(8), List.of(new Column("city", ColumnType.VARCHAR)), 6);

    @Override
    protected void createTables() {
        runner.execute("""
                CREATE TABLE points WITH (format = 'PARQUET') AS
                SELECT n AS id,
                       IF(n % 50 = 0, NULL, CAST((n * 7919) % 120 - 60 AS double) / 2) AS x,
                       IF(n % 70 = 0, NULL, CAST((n * 104729) % 110 - 55 AS double) / 2) AS y,
                       'text ' || CAST((n * 31) % 60 AS varchar) AS city,
                       date_add('day', n % 400, DATE '1970-01-01') AS d,
                       IF(n % 2 = 0, 'even', 'odd') AS day
                FROM UNNEST(sequence(1, 6000)) AS t(n)
                """);
        runner.execute(
                "CREATE TABLE texts WITH (format = 'PARQUET') AS SELECT CAST(id AS varchar) AS id, city FROM points");
    }

    private void createTable(String table, String format) {
        runner.execute("CREATE TABLE %s WITH (format = '%s') AS SELECT * FROM %s WITH NO DATA"
                .formatted(table, format, format.equals("CSV") ? "texts" : "points"));
    }

    private void setLayout(String table, LayoutModel model, String sortedBy) {
        runner.execute(
                "CALL lake.system.set_layout('test', '%s', %s, ARRAY[%s])".formatted(table, literal(model), sortedBy));
    }

    private void assertSameRowsAs(String table, String other) {
        assertThat(HashMultiset.create(rows("SELECT * FROM " + table)))
                .as("rows of %s", table)
                .isEqualTo(HashMultiset.create(rows("SELECT * FROM " + other)));
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{"TEXTFILE"}, {"CSV"}, {"JSON"}, {"PARQUET"}, {"ORC"}, {"AVRO"}, {"RCTEXT"}, {"RCBINARY"}
        };
    }

    @Test(dataProvider = "formats")
    public void testInsertWritesOneSortedObjectAPartition(String format) {
        boolean csv = format.equals("CSV");
        String table = "laid_out_" + format.toLowerCase(java.util.Locale.ENGLISH);
        createTable(table, format);
        setLayout(table, csv ? CITIES : PLACES, csv ? "'id'" : "'d', 'id'");
        runner.execute("INSERT INTO %s SELECT * FROM %s".formatted(table, csv ? "texts" : "points"));

        assertSameRowsAs(table, csv ? "texts" : "points");
        WrittenObjects objects = new WrittenObjects(runner, table);
        objects.assertOneObjectAPartition(csv ? CITIES : PLACES);
        objects.assertSortedInside(csv ? "id" : "d");
    }

    @Test
    public void testObjectsOfHivePartitionsAreApart() {
        runner.execute(
                "CREATE TABLE by_day WITH (format = 'ORC', partitioned_by = ARRAY['day']) AS SELECT * FROM points WITH NO DATA");
        setLayout("by_day", PLACES, "'id'");
        runner.execute("INSERT INTO by_day SELECT * FROM points");
        assertSameRowsAs("by_day", "points");
        new WrittenObjects(runner, "by_day").assertOneObjectAPartition(PLACES);
        new WrittenObjects(runner, "by_day").assertSortedInside("id");

        runner.execute("INSERT INTO by_day SELECT * FROM points WHERE id <= 100");
        assertThat(runner.execute("SELECT count(*) FROM by_day").getOnlyValue())
                .as("into partitions that are there already")
                .isEqualTo(6100L);
    }

    @Test
    public void testColumnsThatAreNotInsertedAreNull() {
        createTable("sparse", "ORC");
        setLayout("sparse", PLACES, "");
        runner.execute("INSERT INTO sparse (x, id) SELECT x, id FROM points");
        new WrittenObjects(runner, "sparse").assertOneObjectAPartition(PLACES);
        assertThat(runner.execute("SELECT sum(x), count(y), sum(id) FROM sparse")
                        .getMaterializedRows())
                .isEqualTo(runner.execute("SELECT sum(x), BIGINT '0', sum(id) FROM points")
                        .getMaterializedRows());
    }

    @Test
    public void testIndexTellsObjectsApart() {
        createTable("indexed", "PARQUET");
        setLayout("indexed", PLACES, "'x'");
        runner.execute("INSERT INTO indexed SELECT * FROM points");
        assertThat(tables.build("indexed", "1MB").failed()).isZero();
        String query =
                "SELECT count(*) FROM CATALOG.indexed WHERE x BETWEEN 20 AND 21 AND y BETWEEN 20 AND 21 AND id > 0";
        assertSameRows(query);
        assertThat(tables.metric(query.replace("CATALOG", "lake.test"), "skipping.objects.pruned"))
                .isPositive();
    }

    @Test
    public void testWithoutLayoutNothingIsOurs() {
        createTable("plain", "ORC");
        runner.execute("INSERT INTO plain SELECT * FROM points");
        assertStock("plain");

        createTable("dropped", "ORC");
        setLayout("dropped", PLACES, "");
        runner.execute("CALL lake.system.drop_layout('test', 'dropped')");
        runner.execute("INSERT INTO dropped SELECT * FROM points");
        assertStock("dropped");

        createTable("disabled", "ORC");
        setLayout("disabled", PLACES, "");
        runner.execute(
                Session.builder(runner.getDefaultSession())
                        .setCatalogSessionProperty("lake", "write_layout_enabled", "false")
                        .build(),
                "INSERT INTO disabled SELECT * FROM points");
        assertStock("disabled");
    }

    private void assertStock(String table) {
        assertSameRowsAs(table, "points");
        assertThat(new WrittenObjects(runner, table).paths())
                .as("objects of %s, named as Hive's connector does", table)
                .isNotEmpty()
                .noneMatch(path -> path.substring(path.lastIndexOf('/') + 1).startsWith("00000"))
                .noneMatch(path -> WrittenObjects.partitionInName(path).isPresent());
    }

    private Path layoutFile(String table) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.endsWith("layout.json"))
                    .filter(file -> file.getParent().getFileName().toString().startsWith("test." + table + "-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @DataProvider
    public Object[][] brokenLayouts() {
        return new Object[][] {
            {"garbage", "{", "JSON"},
            {"foreign", "{\"format\": \"else\"}", "its format is else"},
            {
                "future",
                "{\"format\": \"trino-skipping-table-layout\", \"version\": 2}",
                "it has version 2; this release knows version 1"
            },
            {
                "no_model",
                "{\"format\": \"trino-skipping-table-layout\", \"version\": 1, \"model\": {}, \"sorted_by\": []}",
                "Not a model"
            },
        };
    }

    @Test(dataProvider = "brokenLayouts")
    public void testBrokenLayoutIsNoReasonNotToInsert(String name, String content, String warning) throws IOException {
        String table = "broken_" + name;
        createTable(table, "ORC");
        setLayout(table, PLACES, "");
        Files.writeString(layoutFile(table), content);
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            runner.execute("INSERT INTO %s SELECT * FROM points".formatted(table));
            assertThat(warnings.messages())
                    .as("warnings")
                    .singleElement()
                    .asString()
                    .contains("The layout of test.%s cannot be used".formatted(table), warning);
        }
        assertStock(table);
    }

    @Test
    public void testLayoutOfColumnsThatAreGoneIsNoReasonNotToInsert() {
        createTable("altered", "PARQUET");
        setLayout("altered", PLACES, "");
        runner.execute("ALTER TABLE altered RENAME COLUMN x TO z");
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            runner.execute("INSERT INTO altered SELECT * FROM points");
            assertThat(warnings.messages())
                    .singleElement()
                    .asString()
                    .contains("The table has no column x, which the layout uses");
        }
        assertThat(runner.execute("SELECT count(*) FROM altered").getOnlyValue())
                .isEqualTo(6000L);
    }

    private Session oneWriter() {
        return Session.builder(runner.getDefaultSession())
                .setSystemProperty("task_min_writer_count", "1")
                .setSystemProperty("task_max_writer_count", "1")
                .build();
    }

    @Test
    public void testAWriterMayWriteMoreObjectsThanItMayHaveOpen() {
        LayoutModel model = new GridModel(List.of(new Column("id", ColumnType.BIGINT)), 150, 0);
        createTable("many", "ORC");
        setLayout("many", model, "");
        runner.execute(oneWriter(), "INSERT INTO many SELECT * FROM points");
        assertSameRowsAs("many", "points");
        WrittenObjects objects = new WrittenObjects(runner, "many");
        objects.assertOneObjectAPartition(model);
        assertThat(objects.paths()).hasSize(150);
    }

    @Test
    public void testAModelMayHaveMorePartitionsThanHiveHasBuckets() {
        LayoutModel model = new GridModel(List.of(new Column("id", ColumnType.BIGINT)), 200_000, 0);
        createTable("finely_divided", "PARQUET");
        setLayout("finely_divided", model, "");
        runner.execute("INSERT INTO finely_divided SELECT * FROM points WHERE id <= 30");
        WrittenObjects objects = new WrittenObjects(runner, "finely_divided");
        objects.assertOneObjectAPartition(model);
        assertThat(objects.paths())
                .as("objects, some of partitions behind the last bucket that Hive could have")
                .anyMatch(path -> WrittenObjects.partitionInName(path).orElseThrow() >= 100_000);
        assertThat(value("SELECT count(*) FROM finely_divided")).isEqualTo(30L);
    }

    @Test
    public void testTooManyHivePartitionsAreRefusedWithARemedy() {
        runner.execute("CREATE TABLE by_many (id bigint, part bigint) WITH (partitioned_by = ARRAY['part'])");
        setLayout("by_many", new GridModel(List.of(new Column("id", ColumnType.BIGINT)), 2, 0), "'id'");
        assertThatThrownBy(() ->
                        runner.execute(oneWriter(), "INSERT INTO by_many SELECT id, id FROM points WHERE id <= 101"))
                .hasMessageContaining("A writer received rows of more than 100 Hive partitions")
                .hasMessageContaining("raise hive.max-partitions-per-writers");
        assertThat(runner.execute("SELECT count(*) FROM by_many").getOnlyValue())
                .isEqualTo(0L);
    }

    @DataProvider
    public Object[][] typesWithNulls() {
        return new Object[][] {
            {"list", "ARRAY[1, NULL]"},
            {"pair", "CAST(ROW(1, NULL) AS ROW(a bigint, b bigint))"},
            {"nested", "ARRAY[CAST(ROW(1, ARRAY[NULL]) AS ROW(a bigint, b array(bigint)))]"},
        };
    }

    @Test(dataProvider = "typesWithNulls")
    public void testNothingIsSortedByWhatFailsToCompare(String table, String value) throws IOException {
        runner.execute("CREATE TABLE %1$s AS SELECT id, %2$s AS v FROM points WITH NO DATA".formatted(table, value));
        LayoutModel model = new GridModel(List.of(new Column("id", ColumnType.BIGINT)), 2, 0);
        assertThatThrownBy(() -> setLayout(table, model, "'id', 'v'"))
                .hasMessageContaining("Objects cannot be sorted by v: values of type")
                .hasMessageContaining("cannot be compared if they contain a NULL");

        // by an earlier release
        setLayout(table, model, "");
        Path file = layoutFile(table);
        Files.writeString(
                file, Files.readString(file).replaceAll("\"sorted_by\" *: *\\[ *\\]", "\"sorted_by\":[\"v\"]"));
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            runner.execute("INSERT INTO %s SELECT id, %s FROM points".formatted(table, value));
            assertThat(warnings.messages())
                    .singleElement()
                    .asString()
                    .contains("The layout of test.%s cannot be used".formatted(table), "Objects cannot be sorted by v");
        }
        assertThat(value("SELECT count(*) FROM " + table)).isEqualTo(6000L);
    }

    /** As after a change of the column's type in the metastore. */
    @Test
    public void testALayoutOfDecimalsOfAnotherScaleIsNotFollowed() throws IOException {
        runner.execute("CREATE TABLE prices AS SELECT id, CAST(id AS decimal(18,2)) AS price FROM points WITH NO DATA");
        setLayout(
                "prices", new GridModel(List.of(new Column("price", ColumnType.BIGINT, OptionalInt.of(2))), 2, 0), "");
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            runner.execute("INSERT INTO prices SELECT id, id FROM points");
            assertThat(warnings.messages()).isEmpty();
        }
        String misfit =
                "Column price of the layout has scale 4, and a value of type decimal(18,2) has scale 2: cast it";
        assertThatThrownBy(() -> setLayout(
                        "prices",
                        new GridModel(List.of(new Column("price", ColumnType.BIGINT, OptionalInt.of(4))), 2, 0),
                        ""))
                .hasMessageContaining(misfit);
        Path file = layoutFile("prices");
        String layout = Files.readString(file);
        Files.writeString(file, layout.replaceAll("\"scale\" *: *2", "\"scale\":4"));
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            runner.execute("INSERT INTO prices SELECT id, id FROM points");
            assertThat(warnings.messages())
                    .singleElement()
                    .asString()
                    .contains("The layout of test.prices cannot be used", misfit);
        }
        assertThat(value("SELECT count(*) FROM prices")).isEqualTo(12000L);
    }

    @Test
    public void testMistakesAreNamed() {
        createTable("plain_target", "ORC");
        runner.execute(
                "CREATE TABLE bucketed WITH (bucketed_by = ARRAY['id'], bucket_count = 4) AS SELECT * FROM points WITH NO DATA");
        assertThatThrownBy(() -> setLayout("bucketed", PLACES, ""))
                .hasMessageContaining("Table test.bucketed cannot have a layout: it is bucketed or transactional");
        assertThatThrownBy(() -> setLayout("nowhere", PLACES, "")).hasMessageContaining("not found");
        assertThatThrownBy(() -> setLayout("plain_target", PLACES, "'nothing'"))
                .hasMessageContaining("'nothing', which is not a data column of the table");
        assertThatThrownBy(() -> runner.execute("CALL lake.system.set_layout('test', 'plain_target', '[]')"))
                .hasMessageContaining("Not a model");
        assertThatThrownBy(() -> setLayout(
                        "plain_target", new GridModel(List.of(new Column("elsewhere", ColumnType.DOUBLE)), 4, 0), ""))
                .hasMessageContaining("The table has no column elsewhere, which the layout uses");
        assertThatThrownBy(() -> setLayout(
                        "plain_target", new GridModel(List.of(new Column("id", ColumnType.DOUBLE)), 4, 0), ""))
                .hasMessageContaining("Column id of the layout is double, which a value of type bigint is not");
        assertThatThrownBy(() -> runner.execute("CALL lake.system.drop_layout('test', 'plain_target')"))
                .hasMessageContaining("Table test.plain_target has no layout");
    }

    @Test
    public void testFunctionMakesBucketsOfPartitions() {
        runner.execute("""
                CREATE TABLE by_function WITH (format = 'ORC', bucketed_by = ARRAY['bucket'], bucket_count = 8, sorted_by = ARRAY['x']) AS
                SELECT *, layout_partition(%s, x, y) AS bucket FROM points
                """.formatted(literal(PLACES)));
        WrittenObjects objects = new WrittenObjects(runner, "by_function");
        objects.assertOneBucketAPartition(PLACES);
        objects.assertSortedInside("x");
        assertThat(runner.execute("SELECT count(*) FROM by_function WHERE bucket <> \"$bucket\"")
                        .getOnlyValue())
                .isEqualTo(0L);
    }
}
