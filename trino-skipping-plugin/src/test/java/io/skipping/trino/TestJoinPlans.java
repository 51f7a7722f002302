// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * How joins of a star are planned: as by the stock connector, unless every table of the query has an index. No table has
 * statistics in the metastore.
 */
@Test(groups = "servers")
public class TestJoinPlans extends AbstractLakeTest {
    private static final List<String> TABLES = List.of("fact", "small", "tiny");

    /** Joins, their distribution, exchanges, and the scans, in the order of the plan. */
    private static final Pattern JOINS =
            Pattern.compile("(?:Inner|Left|Right|Full|Cross|Semi)Join|Distribution: \\w+|table = \\w+:test:\\w+"
                    + "|dynamicFilters|Output partitioning: \\w+|Fragment \\d+|Aggregate\\w*");

    private static final Pattern SCAN = Pattern.compile("table = \\w+:test:(\\w+)");
    /** A scan, and the rows that it is estimated to give before filters. */
    private static final Pattern ESTIMATED_SCAN =
            Pattern.compile("table = \\w+:test:.*?Estimates: \\{rows: (\\S+)", Pattern.DOTALL);

    /** With SUFFIX in place of what the tables of a star have at the end of their names. */
    private static final List<String> QUERIES = List.of(
            "SELECT count(*) FROM CATALOG.fact_SUFFIX f JOIN CATALOG.small_SUFFIX s ON f.small = s.id JOIN CATALOG.tiny_SUFFIX t ON f.tiny = t.id",
            "SELECT count(*) FROM CATALOG.tiny_SUFFIX t JOIN CATALOG.fact_SUFFIX f ON f.tiny = t.id JOIN CATALOG.small_SUFFIX s ON f.small = s.id",
            "SELECT count(*) FROM CATALOG.small_SUFFIX s, CATALOG.tiny_SUFFIX t, CATALOG.fact_SUFFIX f WHERE f.small = s.id AND f.tiny = t.id AND s.name = 'name-3'",
            "SELECT t.name, count(s.name) FROM CATALOG.fact_SUFFIX f LEFT JOIN CATALOG.small_SUFFIX s ON f.small = s.id LEFT JOIN CATALOG.tiny_SUFFIX t ON f.tiny = t.id GROUP BY t.name",
            "SELECT count(f.id), count(s.id) FROM CATALOG.fact_SUFFIX f RIGHT JOIN CATALOG.small_SUFFIX s ON f.small = s.id JOIN CATALOG.tiny_SUFFIX t ON s.id = t.id",
            "SELECT count(f.id), count(s.id) FROM CATALOG.small_SUFFIX s RIGHT JOIN CATALOG.fact_SUFFIX f ON f.small = s.id LEFT JOIN CATALOG.tiny_SUFFIX t ON f.tiny = t.id",
            "SELECT count(f.id), count(s.id) FROM CATALOG.fact_SUFFIX f FULL JOIN CATALOG.small_SUFFIX s ON f.small = s.id FULL JOIN CATALOG.tiny_SUFFIX t ON f.tiny = t.id",
            "SELECT count(*) FROM CATALOG.fact_SUFFIX WHERE small IN (SELECT id FROM CATALOG.small_SUFFIX WHERE name <> 'name-7') AND tiny IN (SELECT id FROM CATALOG.tiny_SUFFIX)",
            "SELECT count(*) FROM CATALOG.small_SUFFIX WHERE id NOT IN (SELECT small FROM CATALOG.fact_SUFFIX) OR id IN (SELECT id FROM CATALOG.tiny_SUFFIX)",
            "SELECT count(*) FROM CATALOG.tiny_SUFFIX t WHERE EXISTS (SELECT 1 FROM CATALOG.fact_SUFFIX f JOIN CATALOG.small_SUFFIX s ON f.small = s.id WHERE f.tiny = t.id)",
            "SELECT count(*) FROM CATALOG.fact_SUFFIX f, CATALOG.small_SUFFIX s, CATALOG.tiny_SUFFIX t WHERE f.small < s.id AND f.id < 20 AND t.id = 1",
            "SELECT count(*) FROM CATALOG.fact_SUFFIX a JOIN CATALOG.fact_SUFFIX b ON a.id = b.id + 1 JOIN CATALOG.small_SUFFIX s ON b.small = s.id JOIN CATALOG.tiny_SUFFIX t ON a.tiny = t.id WHERE a.small = 4",
            "WITH joined AS (SELECT f.id, f.tiny, s.name FROM CATALOG.fact_SUFFIX f JOIN CATALOG.small_SUFFIX s ON f.small = s.id) SELECT count(*) FROM joined a JOIN joined b ON a.id = b.id JOIN CATALOG.tiny_SUFFIX t ON a.tiny = t.id WHERE a.name = 'name-1'",
            "SELECT count(*) FROM CATALOG.small_SUFFIX s JOIN (SELECT small, count(*) AS many FROM CATALOG.fact_SUFFIX GROUP BY small) f ON f.small = s.id JOIN CATALOG.tiny_SUFFIX t ON s.id = t.id",
            "SELECT sum(n) FROM (SELECT count(*) AS n FROM CATALOG.small_SUFFIX s JOIN CATALOG.fact_SUFFIX f ON f.small = s.id UNION ALL SELECT count(DISTINCT name) FROM CATALOG.tiny_SUFFIX)");

    /** what the stock connector makes of each of the queries */
    private final Map<String, List<String>> stock = new HashMap<>();

    @Override
    protected void createTables() throws IOException {
        on = decidingAsOnAServer(on);
        off = decidingAsOnAServer(off);
    }

    /** A server for tests decides less. */
    private static Session decidingAsOnAServer(Session session) {
        return Session.builder(session)
                .setSystemProperty("join_distribution_type", "AUTOMATIC")
                .setSystemProperty("join_reordering_strategy", "AUTOMATIC")
                .build();
    }

    /** Creates a star whose objects the metastore is not told of, and indexes some of its tables. */
    private void createStar(String suffix, Set<String> indexed) throws IOException {
        createTable("fact_" + suffix, "id bigint, small bigint, tiny bigint");
        for (int object = 0; object < 10; object++) {
            write(
                    "fact_" + suffix + "/object-" + object,
                    IntStream.range(object * 200, object * 200 + 200)
                            .mapToObj(id -> "%d,%d,%d".formatted(id, id % 40, id % 3)));
        }
        createTable("small_" + suffix, "id bigint, name varchar");
        write("small_" + suffix + "/object", IntStream.range(0, 40).mapToObj(id -> id + ",name-" + id));
        createTable("tiny_" + suffix, "id bigint, name varchar");
        write("tiny_" + suffix + "/object", IntStream.range(0, 3).mapToObj(id -> id + ",name-" + id));
        indexed.forEach(table -> tables.build(table + "_" + suffix, "1MB"));
    }

    private void createTable(String table, String columns) throws IOException {
        Files.createDirectory(root.resolve(table));
        runner.execute(
                "CREATE TABLE hive.%s.%s (%s) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 'local:///%s')"
                        .formatted(SCHEMA, table, columns, table));
    }

    private void write(String object, Stream<String> lines) throws IOException {
        Path file = root.resolve(object);
        Files.createDirectories(file.getParent());
        Files.write(file, lines.toList());
    }

    @DataProvider
    public Object[][] partlyIndexed() {
        return new Object[][] {
            {Set.of()},
            {Set.of("fact")},
            {Set.of("small")},
            {Set.of("tiny")},
            {Set.of("fact", "tiny")},
            {Set.of("fact", "small")},
            {Set.of("small", "tiny")},
        };
    }

    @Test(dataProvider = "partlyIndexed")
    public void testAStarThatIsIndexedInPartIsPlannedAsByTheStockConnector(Set<String> indexed) throws IOException {
        String suffix =
                String.join("_", TABLES.stream().filter(indexed::contains).toList()) + "_only";
        createStar(suffix, indexed);
        for (String query : QUERIES) {
            String named = query.replace("SUFFIX", suffix);
            assertThat(joins(plan("lake", named)))
                    .as("%s, an index on %s", named, indexed)
                    .isEqualTo(joinsOfStock(query, suffix));
        }
    }

    /** Returns joins as the stock connector plans them, which knows no sizes of any star. */
    private List<String> joinsOfStock(String query, String suffix) {
        return stock
                .computeIfAbsent(
                        query,
                        _ -> joins(plan("hive", query.replace("SUFFIX", suffix))).stream()
                                .map(join -> join.replace("_" + suffix, "_SUFFIX"))
                                .toList())
                .stream()
                .map(join -> join.replace("_SUFFIX", "_" + suffix))
                .toList();
    }

    /** The plan knows all sizes; the smaller sides are hashed, and the scan of the fact table waits for their values. */
    @Test
    public void testAStarThatIsIndexedIsPlannedBySizes() throws IOException {
        createStar("all", Set.copyOf(TABLES));
        for (String query : QUERIES) {
            String named = query.replace("SUFFIX", "all");
            assertThat(estimates(plan("lake", named))).as(named).doesNotContain("?");
            assertSameRows(named);
        }
        String query = QUERIES.get(1).replace("SUFFIX", "all");
        String plan = plan("lake", query);
        assertThat(scans(plan)).as("the fact table is probed").startsWith("fact_all");
        assertThat(joins(plan))
                .as("unlike the stock connector's")
                .contains("dynamicFilters")
                .isNotEqualTo(joins(plan("hive", query)));
    }

    /** What is in other catalogs may be of any size. */
    @DataProvider
    public Object[][] elsewhere() {
        return new Object[][] {{Set.of("small")}, {Set.of("tiny")}, {Set.of("small", "tiny")}, {Set.of("fact")}};
    }

    @Test(dataProvider = "elsewhere")
    public void testAStarOverTwoCatalogsIsPlannedAsByTheStockConnector(Set<String> elsewhere) throws IOException {
        String suffix =
                String.join("_", TABLES.stream().filter(elsewhere::contains).toList()) + "_elsewhere";
        createStar(suffix, Set.copyOf(TABLES));
        for (String query : QUERIES) {
            String named = query.replace("SUFFIX", suffix);
            for (String table : elsewhere) {
                named = named.replace("CATALOG.%s_".formatted(table), "hive.%s.%s_".formatted(SCHEMA, table));
            }
            assertThat(joins(plan("lake", named))).as(named).isEqualTo(joinsOfStock(query, suffix));
        }
    }

    /** Another catalog that the session or the transaction names, but that is not read, is in nobody's way. */
    @Test
    public void testTheCatalogOfTheSessionDoesNotMatter() throws IOException {
        createStar("session", Set.copyOf(TABLES));
        String query = QUERIES.getFirst().replace("SUFFIX", "session").replace("CATALOG", "lake." + SCHEMA);
        Session elsewhere =
                Session.builder(on).setCatalog("hive").setSchema(SCHEMA).build();
        assertThat(estimates(plan(elsewhere, query))).containsExactlyInAnyOrder("2000", "40", "3");
    }

    @Test
    public void testAViewOfAnotherCatalogCounts() throws IOException {
        createStar("view", Set.copyOf(TABLES));
        runner.execute("CREATE VIEW lake.%1$s.tiny_elsewhere AS SELECT * FROM hive.%1$s.tiny_view".formatted(SCHEMA));
        String query =
                "SELECT count(*) FROM CATALOG.fact_view f JOIN lake.test.tiny_elsewhere t ON f.tiny = t.id JOIN CATALOG.small_view s ON f.small = s.id";
        assertThat(joins(plan("lake", query))).isEqualTo(joins(plan("hive", query)));
    }

    /** A system table has no statistics. */
    @Test
    public void testASystemTableIsOfUnknownSize() throws IOException {
        createStar("system", Set.copyOf(TABLES));
        runner.execute(
                "CREATE TABLE hive.%s.days (id bigint, dt varchar) WITH (format = 'TEXTFILE', partitioned_by = ARRAY['dt'], external_location = 'local:///days')"
                        .formatted(SCHEMA));
        write("days/dt=1/object", Stream.of("1"));
        runner.execute("CALL hive.system.sync_partition_metadata('%s', 'days', 'FULL')".formatted(SCHEMA));
        for (String query : List.of(
                "SELECT count(*) FROM CATALOG.fact_system f JOIN CATALOG.\"days$partitions\" d ON f.tiny = CAST(d.dt AS bigint)",
                "SELECT count(*) FROM CATALOG.\"days$partitions\" d JOIN CATALOG.fact_system f ON f.tiny = CAST(d.dt AS bigint)")) {
            assertThat(joins(plan("lake", query))).as(query).isEqualTo(joins(plan("hive", query)));
        }
    }

    /** The table is named twice in the statement; the scan of it has no statistics. */
    @Test
    public void testATableThatIsReadAndWrittenIsRead() throws IOException {
        createStar("written", Set.of("fact"));
        for (String from : List.of(
                "CATALOG.fact_written f JOIN CATALOG.small_written s ON f.small = s.id",
                "CATALOG.small_written s JOIN CATALOG.fact_written f ON f.small = s.id")) {
            String query = "INSERT INTO CATALOG.small_written SELECT f.id, s.name FROM " + from;
            assertThat(joins(plan("lake", query))).as(query).isEqualTo(joins(plan("hive", query)));
        }
    }

    /**
     * Scans of one table differ in what the index knows of them: of the old partition all, of the new one nothing. The
     * engine may be told the sizes of both or of none, whatever it asks for first.
     */
    @Test
    public void testScansOfOneTableAreSizedTogether() throws IOException {
        runner.execute(
                "CREATE TABLE hive.%s.halves (id bigint, dt varchar) WITH (format = 'TEXTFILE', partitioned_by = ARRAY['dt'], external_location = 'local:///halves')"
                        .formatted(SCHEMA));
        write("halves/dt=old/object", IntStream.range(0, 300).mapToObj(String::valueOf));
        runner.execute("CALL hive.system.sync_partition_metadata('%s', 'halves', 'FULL')".formatted(SCHEMA));
        tables.build("halves", "1MB");
        write("halves/dt=new/object", IntStream.range(0, 900).mapToObj(String::valueOf));
        runner.execute("CALL hive.system.sync_partition_metadata('%s', 'halves', 'FULL')".formatted(SCHEMA));
        assertThat(estimates(plan("lake", "SELECT * FROM CATALOG.halves WHERE dt = 'old'")))
                .as("alone, it is known")
                .containsExactly("300");
        assertThat(estimates(plan("lake", "SELECT * FROM CATALOG.halves WHERE dt = 'new'")))
                .containsExactly("?");
        for (String query : List.of(
                "SELECT count(*) FROM CATALOG.halves a JOIN CATALOG.halves b ON a.id = b.id WHERE a.dt = 'old' AND b.dt = 'new'",
                "SELECT count(*) FROM CATALOG.halves a JOIN CATALOG.halves b ON a.id = b.id WHERE a.dt = 'new' AND b.dt = 'old'",
                "SELECT count(*) FROM CATALOG.halves a JOIN CATALOG.halves b ON a.id = b.id WHERE a.dt = 'old'",
                "SELECT count(*) FROM CATALOG.halves a JOIN CATALOG.halves b ON a.id = b.id WHERE b.dt = 'old'",
                "WITH h AS (SELECT * FROM CATALOG.halves) SELECT count(*) FROM h a JOIN h b ON a.id = b.id WHERE a.dt = 'old' AND b.dt = 'new'",
                "SELECT count(*) FROM CATALOG.halves WHERE dt = 'new' AND id IN (SELECT id FROM CATALOG.halves WHERE dt = 'old')")) {
            String plan = plan("lake", query);
            List<String> estimates = estimates(plan);
            assertThat(estimates).as(query).hasSize(2);
            if (estimates.contains("?")) {
                assertThat(estimates).as("%s%n%s", query, plan).containsExactly("?", "?");
                assertThat(joins(plan)).as(query).isEqualTo(joins(plan("hive", query)));
            }
            assertSameRows(query);
        }
    }

    /** The time that planning takes is that of the slowest listing, not the sum of all. */
    @Test
    public void testTablesAreListedAtTheSameTime() throws IOException {
        createStar("met", Set.copyOf(TABLES));
        MeetingListings listings = new MeetingListings(TABLES.size());
        runner.installPlugin(listings);
        SkippingQueryRunner.createLake(runner, "meeting", MeetingListings.NAME, root, Map.of());
        // with properties of another catalog, a session uses that catalog, too
        Session session = decidingAsOnAServer(runner.getDefaultSession());
        String query =
                QUERIES.getFirst().replace("CATALOG", "meeting." + SCHEMA).replace("SUFFIX", "met");
        assertThat(estimates(plan(session, query))).hasSize(TABLES.size()).doesNotContain("?");
        assertThat(listings.haveMet()).isTrue();
    }

    private String plan(String catalog, String query) {
        return plan(on, query.replace("CATALOG", catalog + "." + SCHEMA));
    }

    private String plan(Session session, String query) {
        return (String) value(session, "EXPLAIN (TYPE DISTRIBUTED) " + query);
    }

    private static List<String> joins(String plan) {
        return JOINS.matcher(plan)
                .results()
                .map(MatchResult::group)
                .map(found -> found.replaceFirst("table = \\w+:", ""))
                .toList();
    }

    private static List<String> estimates(String plan) {
        return ESTIMATED_SCAN
                .matcher(plan)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static List<String> scans(String plan) {
        return SCAN.matcher(plan).results().map(found -> found.group(1)).toList();
    }
}
