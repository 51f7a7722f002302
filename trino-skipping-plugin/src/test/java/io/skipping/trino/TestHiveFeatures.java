// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.trino.testing.assertions.Assert.assertEventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.filter.ObjectFilter;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.SkippingTestTables.BuildResult;
import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What the Hive connector does keeps working through ours, on tables that are indexed. */
@Test(singleThreaded = true, groups = "servers")
public class TestHiveFeatures extends AbstractLakeTest {

    @Override
    protected void createTables() throws Exception {
        runner.installPlugin(FilteringConnector.ofHive("rejecting_hive", filter("all", () -> false)));
        SkippingQueryRunner.createLake(runner, "rejecting", "rejecting_hive", root, Map.of());
        runner.execute("""
                CREATE TABLE orders WITH (format = 'PARQUET', partitioned_by = ARRAY['day']) AS
                SELECT x AS id, x % 100 AS customer, CAST(x AS double) / 4 AS price, 'n' || CAST(x AS varchar) AS note,
                       CAST(ROW(x, 'z') AS row(a bigint, b varchar)) AS nested,
                       '2026-01-0' || CAST(x / 2500 + 1 AS varchar) AS day
                FROM UNNEST(sequence(0, 9999)) AS t(x)
                """);
        runner.execute("""
                CREATE TABLE customers WITH (format = 'ORC', bucketed_by = ARRAY['id'], bucket_count = 4) AS
                SELECT CAST(x AS integer) AS id, 'customer ' || CAST(x AS varchar) AS name FROM UNNEST(sequence(0, 99)) AS t(x)
                """);
        runner.execute("""
                CREATE TABLE other_customers WITH (format = 'ORC', bucketed_by = ARRAY['id'], bucket_count = 4) AS
                SELECT * FROM customers WHERE id < 50
                """);
        assertThat(tables.build("orders", "4kB").failed()).isZero();
        assertThat(tables.build("customers", "4kB").failed()).isZero();
    }

    @DataProvider
    public Object[][] queries() {
        return new Object[][] {
            {"SELECT count(*), sum(price) FROM CATALOG.orders WHERE id BETWEEN 100 AND 200"},
            {"SELECT count(*) FROM CATALOG.orders WHERE id = 2600 AND day = '2026-01-02'"},
            {"SELECT count(*) FROM CATALOG.orders WHERE id = 2600 AND day = '2026-01-03'"},
            {"SELECT count(*) FROM CATALOG.orders WHERE id = 2600 OR day = '2026-01-03'"},
            {"SELECT nested.a, nested.b FROM CATALOG.orders WHERE nested.a BETWEEN 5 AND 9 ORDER BY 1"},
            {"SELECT \"$path\", \"$file_size\", \"$partition\" FROM CATALOG.orders WHERE id = 17"},
            {"SELECT \"$file_modified_time\" FROM CATALOG.orders WHERE id = 17"},
            {"SELECT count(*) FROM CATALOG.orders WHERE \"$path\" LIKE '%2026-01-02%' AND id > 2600"},
            {"SELECT \"$bucket\", count(*) FROM CATALOG.customers WHERE id IN (1, 2, 3, 50, 99) GROUP BY 1 ORDER BY 1"},
            {"SELECT day, count(*) FROM CATALOG.orders GROUP BY day ORDER BY day"},
            {"SELECT * FROM CATALOG.\"orders$partitions\" ORDER BY 1"},
            {
                "SELECT o.id, c.name FROM CATALOG.orders o JOIN CATALOG.customers c ON o.customer = c.id WHERE c.name = 'customer 7' ORDER BY 1"
            },
            {"SELECT count(*) FROM CATALOG.customers a JOIN CATALOG.other_customers b ON a.id = b.id WHERE b.id < 20"},
            {"SELECT count(*) FROM CATALOG.customers WHERE id IN (SELECT customer FROM CATALOG.orders WHERE id < 10)"},
            {"SELECT max(price) FROM CATALOG.orders WHERE id < 0"},
            {"SELECT count(*) FROM CATALOG.orders WHERE id IN (SELECT x * 7 FROM UNNEST(sequence(1, 1000)) AS t(x))"},
            {"SELECT id FROM CATALOG.orders WHERE price > 2499 ORDER BY id DESC LIMIT 5"},
            {"SELECT count(*) FROM CATALOG.orders WHERE note = 'n77' OR (id > 9990 AND customer = 95)"},
        };
    }

    @Test(dataProvider = "queries")
    public void testReadsAreEqual(String query) {
        assertThat(runner.execute(query.replace("CATALOG", "lake." + SCHEMA)).getMaterializedRows())
                .isEqualTo(runner.execute(query.replace("CATALOG", "hive." + SCHEMA))
                        .getMaterializedRows());
    }

    @DataProvider
    public Object[][] buildersOfCsv() {
        return GoldenCsv.BUILDERS.stream()
                .map(builder -> new Object[] {builder})
                .toArray(Object[][]::new);
    }

    /** An index of CSV is used whichever release built it; it knows nothing of values that the releases read differently. */
    @Test(dataProvider = "buildersOfCsv")
    public void testIndexesOfCsvAreUsedWhicheverReleaseBuiltThem(String builder) throws Exception {
        GoldenCsv.create(runner, root, builder);
        String table = GoldenCsv.table(builder);
        String rows = "SELECT id, town FROM CATALOG." + table + " WHERE ";
        Map<String, Long> prunedObjects = Map.of(
                "id = '150'", 2L,
                "town = 'Oslo'", 1L,
                "town = 'Orléans'", 1L,
                // rows of the object that is not UTF-8, in Trino 483 only those with quotes
                "town = U&'Orl\\FFFDans'", 2L,
                "town < 'P' AND id < '200'", 1L,
                "length(town) = 7 AND id > '198'", 1L);
        prunedObjects.forEach((condition, pruned) -> {
            assertSameRows(rows + condition);
            assertThat(tables.metrics(on, rows.replace("CATALOG", "lake." + SCHEMA) + condition))
                    .as(condition)
                    .containsEntry("skipping.objects.considered", 3L)
                    .containsEntry("skipping.objects.unindexed", 0L)
                    .containsEntry("skipping.objects.stale", 0L)
                    .containsEntry("skipping.objects.pruned", pruned);
        });
        assertSameRows("SELECT count(*), count(town), min(town), max(town), min(id), max(id) FROM CATALOG." + table);
    }

    @DataProvider
    public Object[][] formatsOfBuckets() {
        return new Object[][] {{"PARQUET"}, {"ORC"}, {"RCBINARY"}, {"TEXTFILE"}};
    }

    /** Checks rows that are selected twice: of an object with several buckets Hive selects those of one, then the scan filters. */
    @Test(dataProvider = "formatsOfBuckets")
    public void testPartitionsMayHaveFewerBucketsThanTheTable(String format) throws IOException {
        String fewer = "fewer_buckets_" + format.toLowerCase(Locale.ENGLISH);
        String table = "buckets_" + format.toLowerCase(Locale.ENGLISH);
        createBuckets(fewer, format, 2);
        createBuckets(table, format, 4);
        insertBuckets(fewer, "old", 0);
        insertBuckets(table, "new", -100_000);
        Path schema = root.resolve("metastore").resolve(SCHEMA);
        // objects, and what the metastore says of their partition
        CopiedFolder.copy(
                schema.resolve(fewer).resolve("p=old"), schema.resolve(table).resolve("p=old"));
        tables.build(table, "4kB");

        String query = "SELECT k, v, s FROM %s.test." + table + " WHERE v < 5000 ORDER BY k";
        assertThat(runner.execute("EXPLAIN " + query.formatted("lake")).toString())
                .contains("filtered by the scan");
        assertThat(runner.execute(query.formatted("lake")).getMaterializedRows())
                .isEqualTo(runner.execute(query.formatted("hive")).getMaterializedRows())
                .hasSize(1500);
        String join = "SELECT count(*), sum(a.v), sum(b.k) FROM %1$s.test." + table + " a JOIN %1$s.test." + table
                + " b ON a.k = b.k WHERE a.v < 5000 AND b.v < 7000";
        assertThat(runner.execute(join.formatted("lake")).getMaterializedRows())
                .isEqualTo(runner.execute(join.formatted("hive")).getMaterializedRows());
    }

    /** Hive lists an object once for each bucket of the table whose rows it has. Summaries must be of all its rows. */
    @Test(dataProvider = "formatsOfBuckets")
    public void testObjectsOfSeveralBucketsAreSummarisedOnceAndInFull(String format) throws IOException {
        String fewer = "fewer_keys_" + format.toLowerCase(Locale.ENGLISH);
        String table = "keys_" + format.toLowerCase(Locale.ENGLISH);
        createBuckets(fewer, format, 2);
        createBuckets(table, format, 4);
        insertBuckets(fewer, "old", 0);
        insertBuckets(table, "new", -100_000);
        Path schema = root.resolve("metastore").resolve(SCHEMA);
        CopiedFolder.copy(
                schema.resolve(fewer).resolve("p=old"), schema.resolve(table).resolve("p=old"));
        runner.execute("CALL lake.system.create_index('test', '%s', 'bloom', ARRAY['k'])".formatted(table));
        runner.execute("CALL lake.system.create_index('test', '%s', 'minmax', ARRAY['v'])".formatted(table));

        BuildResult build = tables.build(table, "1MB");
        assertThat(build.planned())
                .as("two objects of one partition, four of the other")
                .isEqualTo(6);
        assertThat(build.done()).isEqualTo(6);
        assertThat(build.failed()).isZero();
        assertThat(build.rows()).isEqualTo(2000);

        for (int key = 0; key < 1000; key += 37) {
            assertSameWithSkippingOnAndOff("SELECT v, s FROM CATALOG.%s WHERE k = %d".formatted(table, key));
        }
        assertSameWithSkippingOnAndOff("SELECT count(*), sum(k) FROM CATALOG.%s WHERE v >= 0".formatted(table));
        assertThat(tables.metrics(on, "SELECT v, s FROM lake.test.%s WHERE k = 7".formatted(table)))
                .as("Hive lists one object of each partition, by its bucket; one has the key")
                .containsEntry("skipping.objects.considered", 2L)
                .containsEntry("skipping.objects.pruned", 1L);
        assertThat(tables.build(table, "1MB").planned()).isZero();
    }

    /** Early builds summarised the rows of one bucket of such objects. Nothing tells their summaries from those of objects of one bucket. */
    @Test(dataProvider = "formatsOfBuckets")
    public void testSummariesThatMayBeOfOneBucketAreNotUsed(String format) throws IOException {
        String table = "more_buckets_" + format.toLowerCase(Locale.ENGLISH);
        createBuckets(table, format, 2);
        insertBuckets(table, "old", 0);
        assertThat(tables.build(table, "1MB").done()).isEqualTo(2);
        String query = "SELECT v, s FROM CATALOG.%s WHERE v = 70".formatted(table);
        assertThat(tables.metrics(on, query.replace("CATALOG", "lake.test")))
                .containsEntry("skipping.objects.stale", 0L);

        Path declaration = root.resolve("metastore").resolve(SCHEMA).resolve(table + "/.trinoSchema");
        String before = Files.readString(declaration);
        String after = before.replaceFirst("(\"bucketCount\"\\s*:\\s*)2", "$1" + 4);
        assertThat(after).isNotEqualTo(before);
        Files.writeString(declaration, after);
        assertThat(tables.metrics(on, query.replace("CATALOG", "lake.test")))
                .as("two objects, each of them listed for two buckets")
                .containsEntry("skipping.objects.stale", 4L)
                .containsEntry("skipping.objects.pruned", 0L);
        assertSameWithSkippingOnAndOff(query);

        assertThat(tables.build(table, "1MB").done()).isEqualTo(2);
        assertThat(tables.metrics(on, query.replace("CATALOG", "lake.test")))
                .containsEntry("skipping.objects.stale", 0L);
        assertSameWithSkippingOnAndOff(query);
        assertThat(tables.build(table, "1MB").planned()).isZero();
    }

    @Test
    public void testPlansCountAnObjectOfSeveralBucketsOnce() throws IOException {
        createBuckets("fewer_explained", "PARQUET", 2);
        createBuckets("explained", "PARQUET", 4);
        insertBuckets("fewer_explained", "old", 0);
        insertBuckets("explained", "new", -100_000);
        tables.build("explained", "1MB");
        Path schema = root.resolve("metastore").resolve(SCHEMA);
        CopiedFolder.copy(
                schema.resolve("fewer_explained").resolve("p=old"),
                schema.resolve("explained").resolve("p=old"));
        String explain = "EXPLAIN SELECT s FROM lake.test.explained WHERE v < 0";
        assertThat(runner.execute(explain).toString())
                .contains("of the 6 objects of the scan, 2 are not indexed and are read");
        assertThat(runner.execute(explain + " AND \"$bucket\" = 3").toString())
                .as("the bucket of the table that is not first in its object")
                .contains("of the 2 objects of the scan, 1 are not indexed and are read");
    }

    private void createBuckets(String table, String format, int buckets) {
        runner.execute(
                "CREATE TABLE lake.test.%s (k bigint, v bigint, s varchar, p varchar) WITH (format = '%s', partitioned_by = ARRAY['p'], bucketed_by = ARRAY['k'], bucket_count = %d)"
                        .formatted(table, format, buckets));
    }

    private void insertBuckets(String table, String partition, int from) {
        runner.execute(
                "INSERT INTO lake.test.%s SELECT %3$d + x, 10 * (%3$d + x), 'text ' || CAST(x AS varchar), '%2$s' FROM UNNEST(sequence(0, 999)) AS t(x)"
                        .formatted(table, partition, from));
    }

    @DataProvider
    public Object[][] formatsOfDeclarations() {
        return new Object[][] {{"TEXTFILE"}, {"PARQUET"}, {"ORC"}};
    }

    /** Checks a filter that the scan takes over and whose column nothing else uses: Hive converts its values for one partition. */
    @Test(dataProvider = "formatsOfDeclarations")
    public void testAFilterIsTestedOnTheValuesThatThePartitionDeclares(String format) throws IOException {
        String table = "declared_" + format.toLowerCase(Locale.ENGLISH);
        createTexts(table, format);
        declare(table, "text", "varchar(3)", "string");
        assertThat(tables.build(table, "4kB").failed()).isZero();

        for (String selected : List.of("sum(length(name))", "count(*)", "max(name)", "count_if(true)")) {
            String query = "SELECT %s FROM CATALOG.%s WHERE text = 'abc'".formatted(selected, table);
            assertThat(runner.execute("EXPLAIN " + query.replace("CATALOG", "lake.test"))
                            .toString())
                    .as("the object of the other partition holds nothing else")
                    .containsAnyOf("filtered by the scan", "answered by the index");
            assertSameWithSkippingOnAndOff(query);
        }
        assertSameWithSkippingOnAndOff("SELECT name FROM CATALOG.%s WHERE text = 'abcdef'".formatted(table));
    }

    /** As above, of numbers that a partition cannot hold and that are NULL to it. */
    @Test
    public void testAFilterIsTestedOnTheNumbersThatThePartitionDeclares() throws IOException {
        createTexts("declared_numbers", "TEXTFILE");
        declare("declared_numbers", "number", "int", "bigint");
        assertThat(tables.build("declared_numbers", "4kB").failed()).isZero();

        for (String condition : List.of("number > 5", "number = 3000000000", "number IS NULL", "number = 7")) {
            for (String selected : List.of("sum(length(name))", "count(*)")) {
                assertSameWithSkippingOnAndOff(
                        "SELECT %s FROM CATALOG.declared_numbers WHERE %s".formatted(selected, condition));
            }
        }
    }

    @DataProvider
    public Object[][] formatsOfConversions() {
        return new Object[][] {{"TEXTFILE"}, {"JSON"}, {"PARQUET"}, {"ORC"}, {"RCBINARY"}, {"SEQUENCEFILE"}};
    }

    /** Checks that nothing is kept of converted values: with the partition's declaration they change, and no object does. */
    @Test(dataProvider = "formatsOfConversions")
    public void testSummariesHoldNoValuesThatThePartitionConverts(String format) throws IOException {
        String table = "converted_" + format.toLowerCase(Locale.ENGLISH);
        String converted = "varchar(3)";
        createTexts(table, format);
        declare(table, "text", converted, "string");
        assertThat(tables.build(table, "4kB").failed()).isZero();
        String query = "SELECT name FROM CATALOG." + table + " WHERE ";
        assertSameWithSkippingOnAndOff(query + "text = 'abcdef'");
        assertThat(tables.metrics(on, query.replace("CATALOG", "lake.test") + "number = 7"))
                .as("other columns of the partition are summarised")
                .containsEntry("skipping.objects.pruned", 1L);
        assertThat(tables.build(table, "4kB").planned())
                .as("there is nothing to add as long as the partition converts")
                .isZero();

        // as by ALTER TABLE with CASCADE, in Hive
        declare(table, "text", "string", converted);
        for (String text : List.of("abcdef", "abc")) {
            assertSameWithSkippingOnAndOff(query + "text = '%s'".formatted(text));
            assertSameWithSkippingOnAndOff(
                    "SELECT count(*), min(text), max(text) FROM CATALOG.%s WHERE text = '%s'".formatted(table, text));
        }
        assertThat(tables.metrics(on, query.replace("CATALOG", "lake.test") + "text = 'abc'"))
                .as("the summaries of the object are in use")
                .containsEntry("skipping.objects.stale", 0L)
                .containsEntry("skipping.objects.unindexed", 0L);

        assertThat(tables.build(table, "4kB").done())
                .as("the values that the partition does not convert any more are summarised")
                .isEqualTo(1);
        assertThat(tables.metrics(on, query.replace("CATALOG", "lake.test") + "text = 'abc'"))
                .containsEntry("skipping.objects.pruned", 1L);
        assertSameWithSkippingOnAndOff(query + "text = 'abcdef'");
        assertThat(tables.build(table, "4kB").planned()).isZero();
    }

    /** As above, of numbers that the partition cannot hold, which are NULL to it. */
    @Test
    public void testSummariesHoldNoNumbersThatThePartitionConverts() throws IOException {
        createTexts("converted_numbers", "TEXTFILE");
        declare("converted_numbers", "number", "int", "bigint");
        assertThat(tables.build("converted_numbers", "4kB").failed()).isZero();
        declare("converted_numbers", "number", "bigint", "int");
        for (String condition : List.of("number = 3000000000", "number > 5", "number IS NULL")) {
            assertSameWithSkippingOnAndOff("SELECT name FROM CATALOG.converted_numbers WHERE " + condition);
        }
    }

    /** As after a change of the table's column without CASCADE, in Hive: no object can have the indexes over the column. */
    @Test
    public void testABuildHasNoNewIndexesWhileAllPartitionsConvert() throws IOException {
        createTexts("all_converted", "TEXTFILE");
        runner.execute("DELETE FROM lake.test.all_converted WHERE p = 'b'");
        declare("all_converted", "text", "varchar(3)", "string");
        assertThat(tables.build("all_converted", "4kB").done()).isEqualTo(1);
        assertThat(runner.execute(
                                "SELECT event, objects, message FROM TABLE(lake.system.summarize(schema_name => 'test', table_name => 'all_converted')) WHERE objects > 0 OR message IS NOT NULL")
                        .getMaterializedRows())
                .as("the table is up to date, and has no other indexes than before")
                .extracting(MaterializedRow::getFields)
                .containsExactly(Arrays.asList("current", 1L, null));
    }

    /** Two partitions, whose rows are alike if the first declares shorter types. */
    private void createTexts(String table, String format) {
        runner.execute(
                "CREATE TABLE lake.test.%s (text varchar, number bigint, name varchar, p varchar) WITH (format = '%s', partitioned_by = ARRAY['p'])"
                        .formatted(table, format));
        runner.execute(
                "INSERT INTO lake.test.%s SELECT 'abcdef', 3000000000, 'name ' || CAST(x AS varchar), 'a' FROM UNNEST(sequence(1, 20)) AS t(x)"
                        .formatted(table));
        runner.execute(
                "INSERT INTO lake.test.%s SELECT 'abc', 7, 'name ' || CAST(x AS varchar), 'b' FROM UNNEST(sequence(1, 50)) AS t(x)"
                        .formatted(table));
    }

    /** Has the first partition declare another type, as a partition does that is older than a change of the table. */
    private void declare(String table, String column, String type, String instead) throws IOException {
        Path declaration = root.resolve("metastore").resolve(SCHEMA).resolve(table + "/p=a/.trinoSchema");
        String before = Files.readString(declaration);
        String after = before.replaceFirst(
                "(\"name\"\\s*:\\s*\"%s\",\\s*\"type\"\\s*:\\s*)\"%s\"".formatted(column, Pattern.quote(instead)),
                "$1\"%s\"".formatted(type));
        assertThat(after).isNotEqualTo(before);
        Files.writeString(declaration, after);
    }

    private void assertSameWithSkippingOnAndOff(String query) {
        List<MaterializedRow> plain = rows(query.replace("CATALOG", "hive.test"));
        for (Session session : List.of(on, off)) {
            assertThat(rows(session, query.replace("CATALOG", "lake.test")))
                    .as("%s, with skipping %s", query, session == on ? "on" : "off")
                    .containsExactlyInAnyOrderElementsOf(plain);
        }
    }

    /** What the table reads of the same objects changes with a file that nobody watches. */
    @Test
    public void testAvroSchemasInFilesAreNotIndexed() throws IOException {
        runner.execute(
                "CREATE TABLE lake.test.plain_avro WITH (format = 'AVRO', external_location = 'local:///plain-avro')"
                        + " AS SELECT x AS k FROM UNNEST(sequence(1, 100)) AS t(x)");
        writeAvroSchema("old");
        runner.execute("CREATE TABLE lake.test.avro (k bigint, note varchar) WITH (format = 'AVRO',"
                + " avro_schema_url = 'local:///note.avsc', external_location = 'local:///plain-avro')");
        assertThatThrownBy(() -> tables.build("avro", "4kB"))
                .hasMessageContaining("Tables with avro.schema.url cannot be indexed")
                .hasMessageContaining("avro.schema.literal");
        for (String value : List.of("old", "new")) {
            writeAvroSchema(value);
            for (String catalog : List.of("lake", "hive")) {
                assertThat(runner.execute(
                                        "SELECT count(*) FROM %s.test.avro WHERE note = '%s'".formatted(catalog, value))
                                .getOnlyValue())
                        .isEqualTo(100L);
            }
        }
    }

    /** Checks tables of which the stock reader takes a key for the column in this place if it reads no column of this name. */
    @Test
    public void testJsonColumnsNamedLikePlacesAreNotIndexed() throws IOException {
        runner.execute(
                "CREATE TABLE lake.test.json_places (\"_col1\" bigint, \"_col0\" bigint) WITH (format = 'JSON', external_location = 'local:///json-places')");
        Files.createDirectories(root.resolve("json-places"));
        Files.writeString(root.resolve("json-places").resolve("object"), "{\"_col1\":5}\n");
        assertThatThrownBy(() -> tables.build("json_places", "4kB"))
                .hasMessageContaining("Tables of JSON with a column that is named like the place of another one");
        for (String catalog : List.of("lake", "hive")) {
            String query = "SELECT count(*) FROM %s.test.json_places WHERE \"_col%d\" = 5";
            assertThat(runner.execute(query.formatted(catalog, 0)).getOnlyValue())
                    .as("alone, the second column has it in %s", catalog)
                    .isEqualTo(1L);
            assertThat(runner.execute(query.formatted(catalog, 1) + " AND \"_col0\" IS NULL")
                            .getOnlyValue())
                    .as("beside the first, it has none in %s", catalog)
                    .isEqualTo(1L);
        }
    }

    private void writeAvroSchema(String defaultNote) throws IOException {
        Files.writeString(root.resolve("note.avsc"), """
                {"type": "record", "name": "row", "fields": [
                  {"name": "k", "type": ["null", "long"], "default": null},
                  {"name": "note", "type": "string", "default": "%s"}]}
                """.formatted(defaultNote));
    }

    @Test
    public void testDynamicFiltersPrune() {
        runner.execute("CREATE TABLE few AS SELECT CAST(9500 AS bigint) AS id, 'x' AS kind");
        String join = "SELECT count(*) FROM lake.test.orders o JOIN lake.test.few f ON o.id = f.id WHERE f.kind = 'x'";
        assertThat(runner.execute(join).getOnlyValue()).isEqualTo(1L);
        Session waiting = Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("lake", "skipping_dynamic_filtering_wait_timeout", "20s")
                .setSystemProperty("join_distribution_type", "BROADCAST")
                .setSystemProperty("join_reordering_strategy", "NONE")
                .build();
        assertThat(tables.metric(waiting, join, "skipping.objects.pruned"))
                .as("of four objects, one holds the key that the other side has")
                .isEqualTo(3);
    }

    @Test
    public void testDisjunctionOverSeveralColumnsPrunes() {
        assertThat(tables.metric(
                        "SELECT count(*) FROM lake.test.orders WHERE id = 5 OR price > 2499",
                        "skipping.objects.pruned"))
                .as("neither of the two days in between holds such a row")
                .isEqualTo(2);
    }

    @Test
    public void testWritesWork() {
        runner.execute(
                "CREATE TABLE w (a bigint, b varchar, p varchar) WITH (format = 'JSON', partitioned_by = ARRAY['p'])");
        runner.execute("INSERT INTO w VALUES (1, 'one', 'x'), (2, 'two', 'y')");
        runner.execute("INSERT INTO w VALUES (3, 'three', 'y')");
        tables.build("w", "4kB");
        runner.execute("INSERT INTO w VALUES (4, 'four', 'y')");
        assertThat(runner.execute("SELECT b FROM w WHERE a = 4").getOnlyValue())
                .as("a new object is read before it is indexed")
                .isEqualTo("four");
        runner.execute("DELETE FROM w WHERE p = 'x'");
        assertThat(runner.execute("SELECT count(*) FROM w").getOnlyValue()).isEqualTo(3L);
        runner.execute("ALTER TABLE w ADD COLUMN c integer");
        assertThat(runner.execute("SELECT count(*) FROM w WHERE c IS NULL AND a > 1")
                        .getOnlyValue())
                .isEqualTo(3L);
        runner.execute("ALTER TABLE w RENAME TO w2");
        assertThat(runner.execute("SELECT count(*) FROM w2 WHERE a = 3").getOnlyValue())
                .isEqualTo(1L);
        runner.execute("CALL lake.system.create_empty_partition('test', 'w2', ARRAY['p'], ARRAY['z'])");
        runner.execute("DROP TABLE w2");
    }

    @Test
    public void testViewsAndAnalyzeWork() {
        runner.execute("CREATE VIEW cheap AS SELECT id, price FROM orders WHERE price < 10");
        assertThat(runner.execute("SELECT count(*) FROM cheap WHERE id > 20").getOnlyValue())
                .isEqualTo(19L);
        runner.execute("ANALYZE orders");
        assertThat(runner.execute("SHOW STATS FOR orders").getMaterializedRows())
                .isEqualTo(runner.execute("SHOW STATS FOR hive.test.orders").getMaterializedRows());
        runner.execute("DROP VIEW cheap");
    }

    @Test
    public void testExplainAndPreparedStatementsWork() {
        assertThat((String) runner.execute("EXPLAIN SELECT * FROM orders WHERE id = 5")
                        .getOnlyValue())
                .contains("orders");
        assertThat(runner.execute(
                                Session.builder(runner.getDefaultSession())
                                        .addPreparedStatement("q", "SELECT count(*) FROM orders WHERE id = ?")
                                        .build(),
                                "EXECUTE q USING 5")
                        .getOnlyValue())
                .isEqualTo(1L);
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{"ORC"}, {"PARQUET"}, {"TEXTFILE"}, {"JSON"}};
    }

    /** An object filter that says of all objects that no row of theirs matches must not make a rewrite lose them. */
    @Test(dataProvider = "formats")
    public void testWhatIsRewrittenIsReadInFull(String format) {
        Session session = rejecting();
        String table = "rewritten_" + format;
        String rejecting = "rejecting.test." + table;
        String plain = "hive.test." + table;
        runner.execute(
                "CREATE TABLE %s (a bigint, b varchar, p varchar) WITH (format = '%s', partitioned_by = ARRAY['p'])"
                        .formatted(table, format));
        for (int object = 0; object < 3; object++) {
            runner.execute(
                    "INSERT INTO %s SELECT n, 'b', IF(n %% 2 = 0, 'x', 'y') FROM UNNEST(sequence(%d, %d)) AS t(n)"
                            .formatted(table, object * 100, object * 100 + 99));
        }
        tables.build(table, "4kB");
        assertThat(count(session, rejecting + " WHERE a >= 0"))
                .as("the filter is there")
                .isZero();

        runner.execute(session, "ALTER TABLE %s EXECUTE optimize WHERE p = 'x'".formatted(rejecting));
        assertRows(plain, 300, 44850, "y 3", "x 1");
        runner.execute(session, "ALTER TABLE %s EXECUTE optimize(file_size_threshold => '10MB')".formatted(rejecting));
        assertRows(plain, 300, 44850, "y 1", "x 1");
        // a condition on other columns than those of partitions is refused, as by the stock connector
        for (String catalog : List.of("hive", "rejecting")) {
            assertThatThrownBy(() -> runner.execute(
                            session, "ALTER TABLE %s.test.%s EXECUTE optimize WHERE a > 50".formatted(catalog, table)))
                    .as(catalog)
                    .hasMessageContaining("WHERE");
        }
        assertRows(plain, 300, 44850, "y 1", "x 1");

        runner.execute(session, "ANALYZE " + rejecting);
        assertThat(runner.execute("SHOW STATS FOR " + plain).getMaterializedRows())
                .as("the last row has the number of rows")
                .last()
                .satisfies(row -> assertThat(row.getField(4)).isEqualTo(300.0));

        runner.execute(session, "DELETE FROM %s WHERE p = 'y'".formatted(rejecting));
        assertRows(plain, 150, 22350, "x 1");
        runner.execute("DROP TABLE " + table);
    }

    /** Objects, and rows by count and sum, as the stock connector sees them. */
    private void assertRows(String table, long count, long sum, String... objectsOfPartitions) {
        assertThat(runner.execute("SELECT count(*), sum(a) FROM " + table)
                        .getMaterializedRows()
                        .getFirst()
                        .getFields())
                .containsExactly(count, sum);
        assertThat(runner.execute("SELECT p || ' ' || CAST(count(DISTINCT \"$path\") AS varchar) FROM %s GROUP BY p"
                                .formatted(table))
                        .getOnlyColumnAsSet())
                .as("objects of each partition")
                .isEqualTo(Set.of((Object[]) objectsOfPartitions));
    }

    /** Rows can be changed in ACID tables only, which this metastore does not have. */
    @Test
    public void testRowsThatCannotBeChangedAreNotChanged() {
        Session session = rejecting();
        runner.execute("CREATE TABLE changed AS SELECT * FROM UNNEST(sequence(1, 10)) AS t(a)");
        tables.build("changed", "4kB");
        for (String change : List.of(
                "DELETE FROM CATALOG.changed WHERE a = 3",
                "UPDATE CATALOG.changed SET a = 0 WHERE a = 3",
                "MERGE INTO CATALOG.changed c USING (VALUES 3) AS t(b) ON c.a = t.b WHEN MATCHED THEN DELETE")) {
            for (String catalog : List.of("hive", "lake", "rejecting")) {
                assertThatThrownBy(() -> runner.execute(session, change.replace("CATALOG", catalog + ".test")))
                        .as(change)
                        .hasMessage("Modifying Hive table rows is only supported for transactional tables");
            }
        }
        assertThat(count(session, "hive.test.changed")).isEqualTo(10);
        for (String catalog : List.of("hive", "lake")) {
            assertThatThrownBy(() -> runner.execute(
                            "CREATE TABLE %s.test.acid WITH (format = 'ORC', transactional = true) AS SELECT 1 AS a"
                                    .formatted(catalog)))
                    .as(catalog)
                    .hasMessage("FileHiveMetastore does not support ACID tables");
        }
    }

    /** A session for the catalog {@code rejecting}, whose object filter rejects all objects of all tables. */
    private Session rejecting() {
        return Session.builder(runner.getDefaultSession())
                .setCatalogSessionProperty("hive", "non_transactional_optimize_enabled", "true")
                .setCatalogSessionProperty("rejecting", "non_transactional_optimize_enabled", "true")
                .build();
    }

    @Test
    public void testFiltersThatFailAreCounted() {
        runner.installPlugin(FilteringConnector.ofHive("failing_hive", filter("broken", () -> {
            throw new IllegalStateException("broken");
        })));
        SkippingQueryRunner.createLake(runner, "failing", "failing_hive", root, Map.of());
        Session session = runner.getDefaultSession();
        assertThat(CatalogStats.filterFailures("failing")).isZero();
        assertThat(count(session, "failing.test.orders WHERE id > 9990")).isEqualTo(9);
        assertThat(tables.metric("SELECT id FROM failing.test.orders WHERE id > 9990", "skipping.filter.failures"))
                .as("it is asked once in a scan")
                .isEqualTo(1);
        assertEventually(
                () -> assertThat(CatalogStats.filterFailures("failing")).isEqualTo(2));
    }

    private long count(Session session, String from) {
        // not count(*), which the index answers
        return (long)
                runner.execute(session, "SELECT count_if(true) FROM " + from).getOnlyValue();
    }

    private static ObjectFilter filter(String name, BooleanSupplier verdict) {
        return new ObjectFilter() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public boolean mayMatch(Predicate predicate, Candidate object) {
                return verdict.getAsBoolean();
            }
        };
    }
}
