// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.skipping.trino.SkippingQueryRunner.skipping;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import com.google.common.collect.Multisets;
import io.opentelemetry.api.common.AttributeKey;
import io.skipping.search.local.SearchProduct;
import io.skipping.trino.SkippingTestTables.BuildResult;
import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Indexes in a real search engine: rows as the stock connector gives them, and the very objects and bytes read that are read with
 * the same index beside the data.
 */
@Test(singleThreaded = true, groups = "servers")
public abstract class AbstractSearchLakeTest {
    private static final int OBJECTS = 6;
    private static final int ROWS_OF_OBJECT = 800;
    private static final String RANGE_SIZE = "16kB";
    private static final AttributeKey<String> LOCATION = AttributeKey.stringKey("trino.file.location");

    private static final String ROWS = """
            SELECT
                n AS id,
                IF(n % 10 = 9, NULL, 'town-' || lpad(CAST(n / 20 AS varchar), 4, '0')) AS town,
                'k' || CAST(n / 400 AS varchar) AS kind,
                CAST(n AS varchar) AS code,
                IF(n = 1001, nan(), CAST(n AS double) / 30 - 80) AS lat,
                CAST(n % 50 AS double) AS lng,
                CAST(n * 0.25 AS decimal(12, 2)) AS price,
                date '2020-01-01' + interval '1' day * (n / 24) AS day,
                timestamp '2020-01-01 00:00:00.000' + interval '1' minute * n AS ts,
                n % 2 = 0 AS even,
                'note é ' || to_hex(md5(to_utf8(CAST(n AS varchar)))) AS note,
                'p' || CAST(n / 2400 AS varchar) AS part
            FROM UNNEST(sequence(FIRST, LAST)) AS t(n)
            """;

    /** Elements of {@code create_index}: type and columns. */
    private static final List<List<String>> INDEXES = List.of(
            List.of("minmax", "id"),
            List.of("ranks", "id"),
            List.of("minmax", "lat"),
            List.of("minmax", "price"),
            List.of("gaps", "price"),
            List.of("minmax", "day"),
            List.of("minmax", "ts"),
            List.of("minmax", "town"),
            List.of("prefix", "town"),
            List.of("nulls", "town"),
            List.of("values", "kind"),
            List.of("values", "even"),
            List.of("bloom", "note"),
            List.of("ngram", "note"),
            List.of("bbox", "lng", "lat"),
            List.of("minmax", "CAST(code AS bigint)"));

    private static final List<String> COLUMNS = List.of("id", "town", "lat", "kind", "\"$path\"");

    private static final List<String> PREDICATES = List.of(
            "id = 1234",
            "id <> 1234",
            "id < 100",
            "id >= 4700",
            "id BETWEEN 1000 AND 1100",
            "id IN (7, 2321, 4799, 99999)",
            "id NOT IN (7, 2321)",
            "id = 3 OR town = 'town-0200'",
            "id IS NULL",
            "id < 0",
            "town IS NULL AND id < 50",
            "town = 'town-0100'",
            "town > 'town-0230'",
            "town LIKE 'town-00%'",
            "kind = 'k3'",
            "kind IN ('k1', 'none')",
            "upper(kind) = 'K5'",
            "length(kind) = 3",
            "note = 'note é ' || to_hex(md5(to_utf8('777')))",
            "note LIKE '%0000%'",
            "price BETWEEN 10 AND 10.5",
            "price * 2 = 1234.5",
            "day = date '2020-03-01'",
            "ts < timestamp '2020-01-01 01:00:00'",
            "lat BETWEEN 1.5 AND 2.5 AND lng BETWEEN 3 AND 5",
            "lat > 70",
            "is_nan(lat)",
            "CAST(code AS bigint) = 1234",
            "CAST(code AS bigint) + 1 > 4790",
            "even AND id < 100",
            "part = 'p1' AND id < 2500");

    /** A CSV table has text only; its indexes are those that the build chooses. */
    private static final List<String> CSV_PREDICATES = List.of(
            "id = '1234'",
            "CAST(id AS bigint) = 1234",
            "CAST(id AS bigint) BETWEEN 1000 AND 1100",
            "TRY_CAST(lat AS double) > 70",
            "town = 'town-0100'",
            "town LIKE 'town-00%'",
            "kind IN ('k3', 'none')",
            "CAST(day AS date) = date '2020-03-01'");

    private static final List<String> QUERIES = List.of(
            "SELECT count(*) FROM (SELECT * FROM CATALOG.%s LIMIT 5)",
            "SELECT id, town, price FROM CATALOG.%s ORDER BY id LIMIT 10",
            "SELECT id, town, price FROM CATALOG.%s ORDER BY id DESC LIMIT 10",
            "SELECT id, day FROM CATALOG.%s WHERE town IS NOT NULL ORDER BY day DESC, id LIMIT 3",
            "SELECT count(*), count(town), min(id), max(price), min(day), max(town) FROM CATALOG.%s",
            "SELECT count(*) FROM CATALOG.%s WHERE id < 1000",
            "SELECT min(id), max(id) FROM CATALOG.%s WHERE kind = 'k2'",
            "SELECT part, count(*), max(id) FROM CATALOG.%s WHERE id > 2000 GROUP BY part");

    private final SearchProduct product;
    private SearchLake lake;
    private Session off;

    AbstractSearchLakeTest(SearchProduct product) {
        this.product = product;
    }

    @BeforeClass
    public final void start() throws Exception {
        lake = new SearchLake(product);
        off = skipping(lake.runner.getDefaultSession(), false);
        SkippingTestTables beside = new SkippingTestTables(lake.runner, lake.root, "objects");
        create("text", "format = 'TEXTFILE', textfile_field_separator = ','", OBJECTS);
        create("parted", "format = 'PARQUET', partitioned_by = ARRAY['part']", OBJECTS);
        create("csv", "format = 'CSV'", 3);
        for (String table : List.of("text", "parted", "csv")) {
            if (!table.equals("csv")) {
                for (List<String> index : INDEXES) {
                    createIndex("lake", table, index);
                    createIndex("objects", table, index);
                }
            }
            BuildResult expected = beside.build(table, RANGE_SIZE);
            assertThat(expected.failed()).isZero();
            assertThat(expected.ranges()).as("ranges of %s", table).isGreaterThan(expected.done());
            assertThat(lake.tables.build(table, RANGE_SIZE))
                    .as("build of %s", table)
                    .isEqualTo(expected);
        }
    }

    @AfterClass(alwaysRun = true)
    public final void stop() throws IOException {
        if (lake != null) {
            lake.close();
            lake = null;
        }
    }

    private void create(String table, String format, int objects) {
        for (int object = 0; object < objects; object++) {
            addObject(table, format, object);
        }
    }

    private void addObject(String table, String format, int object) {
        String rows = ROWS.replace("FIRST", String.valueOf(object * ROWS_OF_OBJECT))
                .replace("LAST", String.valueOf((object + 1) * ROWS_OF_OBJECT - 1));
        lake.write(
                table,
                format,
                format.contains("CSV")
                        ? "SELECT CAST(id AS varchar) AS id, CAST(lat AS varchar) AS lat, town, kind, CAST(day AS varchar) AS day, part FROM (%s)"
                                .formatted(rows)
                        : rows);
    }

    private void createIndex(String catalog, String table, List<String> index) {
        String type = index.getFirst();
        // short ranges have no ranks unless they are asked for
        String options = type.equals("ranks") ? "MAP(ARRAY['ranks'], ARRAY['10,100'])" : "MAP()";
        lake.runner.execute("CALL %s.system.set_auto_indexes('%s', '%s', false)".formatted(catalog, SCHEMA, table));
        lake.runner.execute("CALL %s.system.create_index('%s', '%s', '%s', ARRAY['%s'], %s)"
                .formatted(catalog, SCHEMA, table, type, String.join("', '", index.subList(1, index.size())), options));
    }

    @DataProvider
    public Object[][] tables() {
        return new Object[][] {{"text", PREDICATES}, {"parted", PREDICATES}, {"csv", CSV_PREDICATES}};
    }

    @Test(dataProvider = "tables")
    public void testRowsAndObjectsReadAreTheSame(String table, List<String> predicates) {
        int all = lake.rows("hive", "SELECT DISTINCT \"$path\" FROM CATALOG." + table)
                .size();
        int skipped = 0;
        Multiset<MaterializedRow> allRows = inOneScan(lake.runner.getDefaultSession(), "hive", table, predicates);
        assertThat(inOneScan(off, "lake", table, predicates))
                .as("skipping off, by the number of the predicate: %s", predicates)
                .isEqualTo(allRows);
        for (int number = 0; number < predicates.size(); number++) {
            Object first = number;
            String predicate = predicates.get(number);
            String query = "SELECT %s, %s FROM %s.%s.%s WHERE %s";
            String columns = String.join(", ", COLUMNS);
            String onLake = query.formatted(number, columns, "lake", SCHEMA, table, predicate);
            String onObjects = query.formatted(number, columns, "objects", SCHEMA, table, predicate);
            Multiset<MaterializedRow> plain =
                    Multisets.filter(allRows, row -> row.getField(0).equals(first));
            assertThat(rowsOfServer(onObjects))
                    .as("index beside the data: %s", predicate)
                    .isEqualTo(plain);
            Set<String> expected = objectsRead();
            assertThat(rowsOfServer(onLake)).as("skipping on: %s", predicate).isEqualTo(plain);
            assertThat(objectsRead()).as("objects read: %s", predicate).isEqualTo(expected);
            skipped += expected.size() < all ? 1 : 0;
            if (table.equals("text")) {
                // takes as long as all of the above
                assertThat(metrics(onLake))
                        .as("what was skipped: %s", predicate)
                        .isEqualTo(metrics(onObjects));
            }
        }
        assertThat(skipped).as("predicates that skip").isGreaterThan(predicates.size() / 2);
    }

    private Multiset<MaterializedRow> inOneScan(
            Session session, String catalog, String table, List<String> predicates) {
        return ConditionScan.rows(
                query -> lake.local.rows(session, query),
                "%s.%s.%s".formatted(catalog, SCHEMA, table),
                COLUMNS,
                predicates);
    }

    /** Returns rows of a query in stages and tasks, which the server has spans of. */
    private Multiset<MaterializedRow> rowsOfServer(String query) {
        return HashMultiset.create(lake.runner.execute(query).getMaterializedRows());
    }

    /** What the query before opened. */
    private Set<String> objectsRead() {
        return lake.runner.getSpans().stream()
                .filter(span -> span.getName().startsWith("InputFile.new"))
                .map(span -> span.getAttributes().get(LOCATION))
                .filter(location -> !location.contains("/_skipping/"))
                .filter(location ->
                        !location.substring(location.lastIndexOf('/') + 1).startsWith("."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What does not depend on the store. */
    private Map<String, Long> metrics(String query) {
        Map<String, Long> metrics = new TreeMap<>(lake.tables.metrics(lake.runner.getDefaultSession(), query));
        metrics.keySet().removeIf(name -> name.contains(".by.") || name.contains("millis"));
        return metrics;
    }

    @Test
    public void testLimitsOrdersAndAggregatesAreTheSame() {
        for (String table : List.of("text", "parted")) {
            for (String query : QUERIES) {
                String ofTable = query.formatted(table);
                lake.assertSameAsPlain("lake", ofTable);
                lake.assertSameAsPlain("objects", ofTable);
                // of a limit, it depends on how fast readers are how many of them have begun
                if (!query.contains("LIMIT")) {
                    rowsOfServer(ofTable.replace("CATALOG", "lake." + SCHEMA));
                    Set<String> read = objectsRead();
                    rowsOfServer(ofTable.replace("CATALOG", "objects." + SCHEMA));
                    assertThat(read).as("objects read: %s", query).isEqualTo(objectsRead());
                }
            }
        }
    }

    @Test
    public void testSystemTables() {
        for (String table : List.of("text", "parted", "csv")) {
            lake.assertEqual(
                    "SELECT index_name, index_type, columns, requested, objects_indexed, objects_total, objects_stale, bytes_indexed, bytes_total, ranges FROM CATALOG.\"%s$indexes\"",
                    table);
            lake.assertEqual("SELECT * FROM CATALOG.\"%s$index\"", table);
            assertThat((long) lake.runner
                            .execute("SELECT min(index_bytes) FROM lake.%s.\"%s$indexes\"".formatted(SCHEMA, table))
                            .getOnlyValue())
                    .isPositive();
        }
    }

    @Test
    public void testWhatChangesIsReadUntilTheNextBuild() throws Exception {
        create("changing", "format = 'TEXTFILE', textfile_field_separator = ','", 3);
        createIndex("lake", "changing", List.of("minmax", "id"));
        createIndex("lake", "changing", List.of("bloom", "note"));
        assertThat(lake.tables.build("changing", RANGE_SIZE).done()).isEqualTo(3);
        assertThat(lake.tables.build("changing", RANGE_SIZE))
                .as("nothing new")
                .isEqualTo(new BuildResult(0, 3, 0, 0, 0, 0));
        String query = "SELECT id, town FROM CATALOG.changing WHERE id = 1500";
        assertSkipped(query, Map.of("pruned", 2L, "stale", 0L, "unindexed", 0L));

        addObject("changing", "TEXTFILE", 3);
        assertSkipped(query, Map.of("pruned", 2L, "stale", 0L, "unindexed", 1L));

        Path overwritten = objects("changing").getFirst();
        List<String> lines = Files.readAllLines(overwritten);
        Files.write(
                overwritten,
                Stream.concat(lines.stream(), Stream.of(lines.getFirst().replaceFirst("[0-9]+", "1500")))
                        .toList());
        lake.tablesHaveChanged();
        assertThat(lake.rows("hive", query)).hasSize(2);
        lake.assertSameAsPlain("lake", query);
        Map<String, Long> metrics = metrics(query.replace("CATALOG", "lake." + SCHEMA));
        assertThat(metrics.get("skipping.objects.stale")).isEqualTo(1);
        assertThat(metrics.get("skipping.objects.unindexed")).isEqualTo(1);

        BuildResult next = lake.tables.build("changing", RANGE_SIZE);
        assertThat(next.done()).isEqualTo(2);
        assertThat(next.current()).isEqualTo(2);
        lake.assertSameAsPlain("lake", query);
        assertThat(metrics(query.replace("CATALOG", "lake." + SCHEMA)))
                .containsEntry("skipping.objects.stale", 0L)
                .containsEntry("skipping.objects.unindexed", 0L);

        lake.runner.execute("CALL lake.system.drop_index('%s', 'changing', 'bloom', ARRAY['note'])".formatted(SCHEMA));
        assertThatThrownBy(() -> lake.runner.execute(
                        "CALL lake.system.drop_index('%s', 'changing', 'bloom', ARRAY['note'])".formatted(SCHEMA)))
                .hasMessageContaining("no requested index bloom(note)");
        assertThat(lake.rows("lake", "SELECT index_name FROM CATALOG.\"changing$indexes\" WHERE requested")
                        .toString())
                .isEqualTo("[[minmax(id)]]");

        lake.runner.execute("CALL lake.system.vacuum_index('%s', 'changing', '0s', true)".formatted(SCHEMA));
        long documents = lake.documents("changing");
        lake.runner.execute("CALL lake.system.vacuum_index('%s', 'changing', '0s')".formatted(SCHEMA));
        assertThat(lake.documents("changing"))
                .as("ranges of the object that was overwritten stay for queries under way")
                .isEqualTo(documents);
        lake.assertSameAsPlain("lake", query);
        assertThat(metrics(query.replace("CATALOG", "lake." + SCHEMA)).get("skipping.objects.pruned"))
                .isPositive();
    }

    private void assertSkipped(String query, Map<String, Long> objects) {
        lake.assertSameAsPlain("lake", query);
        Map<String, Long> metrics = metrics(query.replace("CATALOG", "lake." + SCHEMA));
        objects.forEach((name, count) -> assertThat(metrics).containsEntry("skipping.objects." + name, count));
    }

    /**
     * Documents are of the files of all snapshots of an Iceberg table. Those of a file whose snapshots have expired are deleted by a
     * vacuum some time after the first one that finds nobody needs them.
     */
    @Test
    public void testIcebergTables() throws Exception {
        lake.createIceberg();
        SkippingTestTables ice = new SkippingTestTables(lake.runner, lake.root, "ice");
        ice.ask(lake.local);
        for (int file = 0; file < 3; file++) {
            lake.runner.execute((file == 0
                            ? "CREATE TABLE ice.%s.meters AS ".formatted(SCHEMA)
                            : "INSERT INTO ice.%s.meters ".formatted(SCHEMA))
                    + "SELECT i * 3 + %1$d AS id, 'house %1$d in street ' || CAST(i AS varchar) AS note FROM UNNEST(sequence(0, 499)) AS t(i)"
                            .formatted(file));
        }
        for (String index : List.of("'values', ARRAY['id']", "'ngram', ARRAY['note']")) {
            lake.runner.execute(
                    "CALL ice.system.create_index('%s', 'meters', %s, MAP(ARRAY['budget_percent'], ARRAY['90']))"
                            .formatted(SCHEMA, index));
        }
        BuildResult built = ice.buildAsIs("meters", RANGE_SIZE);
        assertThat(built.done()).isEqualTo(3);
        // what the engine's index is of, whatever the table is called
        String uuid = IcebergLibrary.table(lake.runner, "meters").uuid().toString();
        assertThat(lake.documents(uuid)).isEqualTo(built.ranges());
        assertIcebergSkips(ice, "meters", 2, 0);

        lake.runner.execute("DELETE FROM ice.%s.meters WHERE id IN (601, 602)".formatted(SCHEMA));
        assertIcebergSkips(ice, "meters", 2, 0);
        Object former = lake.rows("ice", "SELECT max_by(snapshot_id, committed_at) FROM CATALOG.\"meters$snapshots\"")
                .getFirst()
                .getField(0);
        String ofFormer = "meters FOR VERSION AS OF " + former;
        lake.runner.execute("ALTER TABLE ice.%s.meters EXECUTE optimize".formatted(SCHEMA));
        assertIcebergSkips(ice, "meters", 0, 1);
        assertIcebergSkips(ice, ofFormer, 2, 0);
        BuildResult rewritten = ice.buildAsIs("meters", RANGE_SIZE);
        assertThat(rewritten.done()).isEqualTo(1);
        assertThat(lake.documents(uuid)).isEqualTo(built.ranges() + rewritten.ranges());
        assertIcebergSkips(ice, "meters", 0, 0);
        assertIcebergSkips(ice, ofFormer, 2, 0);

        lake.runner.execute(
                "ALTER TABLE ice.%s.meters EXECUTE expire_snapshots(retention_threshold => '0s')".formatted(SCHEMA));
        assertIcebergSkips(ice, "meters", 0, 0);
        assertThat(ice.buildAsIs("meters", RANGE_SIZE).current())
                .as("files that are left")
                .isEqualTo(1);
        for (int vacuum = 0; vacuum < 2; vacuum++) {
            assertThat(lake.documents(uuid)).as("for queries under way").isEqualTo(built.ranges() + rewritten.ranges());
            lake.runner.execute("CALL ice.system.vacuum_index('%s', 'meters', '0s')".formatted(SCHEMA));
            assertIcebergSkips(ice, "meters", 0, 0);
        }
        makeNotesOld(lake.index(uuid));
        lake.runner.execute("CALL ice.system.vacuum_index('%s', 'meters', '0s')".formatted(SCHEMA));
        assertThat(lake.documents(uuid)).isEqualTo(rewritten.ranges());
        assertIcebergSkips(ice, "meters", 0, 0);
        lake.runner.execute("DROP TABLE ice.%s.meters".formatted(SCHEMA));
        assertThatThrownBy(() -> lake.index(uuid)).hasMessageContaining("No index for " + uuid);
    }

    /**
     * Compares rows with and without skipping, and of the stock connector.
     *
     * @param pruned of the files, how many have no row of a value between those that they have
     */
    private void assertIcebergSkips(SkippingTestTables ice, String table, long pruned, long unindexed) {
        Session without = Session.builder(lake.runner.getDefaultSession())
                .setCatalogSessionProperty("ice", "skipping_enabled", "false")
                .build();
        for (String query : List.of(
                "SELECT * FROM CATALOG.%s WHERE id = 601",
                "SELECT * FROM CATALOG.%s WHERE note LIKE '%%house 1 in street 20%%'",
                "SELECT count(*), min(id), max(id) FROM CATALOG.%s",
                "SELECT count(*), min(note) FROM CATALOG.%s WHERE id >= 0",
                "SELECT id FROM CATALOG.%s ORDER BY id DESC LIMIT 4",
                "SELECT count(*) FROM (SELECT * FROM CATALOG.%s WHERE id >= 3 LIMIT 1490)")) {
            String ofTable = query.formatted(table);
            List<MaterializedRow> expected = lake.rows("iceberg", ofTable);
            assertThat(HashMultiset.create(lake.rows("ice", ofTable)))
                    .as("skipping on: %s", ofTable)
                    .isEqualTo(HashMultiset.create(expected));
            assertThat(HashMultiset.create(lake.local.rows(without, ofTable.replace("CATALOG", "ice." + SCHEMA))))
                    .as("skipping off: %s", ofTable)
                    .isEqualTo(HashMultiset.create(expected));
        }
        assertThat(ice.metrics(
                        lake.runner.getDefaultSession(),
                        "SELECT * FROM ice.%s.%s WHERE note LIKE '%%house 1 in%%'".formatted(SCHEMA, table)))
                .containsEntry("skipping.objects.pruned", pruned)
                .containsEntry("skipping.objects.unindexed", unindexed)
                .containsEntry("skipping.lookup.failures", 0L);
    }

    /** Gives what vacuums have noted about documents that nobody needs a time long ago. */
    private void makeNotesOld(String index) throws IOException, InterruptedException {
        JsonNode notes = lake.ask(
                        "POST",
                        "/" + index + "/_search",
                        "{\"query\": {\"term\": {\"kind\": \"unneeded\"}}, \"docvalue_fields\": [\"of\"]}")
                .path("hits")
                .path("hits");
        assertThat(notes).isNotEmpty();
        for (JsonNode note : notes) {
            lake.ask(
                    "PUT",
                    "/%s/_doc/%s?refresh"
                            .formatted(index, URLEncoder.encode(note.path("_id").asText(), UTF_8)),
                    "{\"kind\": \"unneeded\", \"of\": \"%s\", \"written\": 1}"
                            .formatted(note.path("fields").path("of").path(0).asText()));
        }
    }

    private List<Path> objects(String table) throws IOException {
        try (Stream<Path> files =
                Files.list(lake.root.resolve("metastore").resolve(SCHEMA).resolve(table))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }
}
