// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trino.Session;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What the index tells the optimiser of tables that the metastore has no statistics of. */
@Test(groups = "servers")
public class TestIndexStatistics extends AbstractLakeTest {
    private static final String COLUMNS =
            "id bigint, kind varchar, day date, price double, amount decimal(10, 2), flag boolean, ts timestamp(3), none integer";
    private static final int ROWS = 100;

    @Override
    protected Map<String, String> lakeProperties() {
        return Map.of("skipping.column-statistics.enabled", "true");
    }

    @Override
    protected void createTables() throws IOException {
        on = decidingAsOnAServer(on);
        off = decidingAsOnAServer(off);
        createTable("facts");
        writeObjects("facts", 0, 6);
    }

    /** A server for tests decides less. */
    private static Session decidingAsOnAServer(Session session) {
        return Session.builder(session)
                .setSystemProperty("join_distribution_type", "AUTOMATIC")
                .setSystemProperty("join_reordering_strategy", "AUTOMATIC")
                .build();
    }

    /** Objects that the metastore is not told of. */
    private void createTable(String table) throws IOException {
        Files.createDirectory(root.resolve(table));
        runner.execute(
                "CREATE TABLE hive.%s.%s (%s) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 'local:///%s')"
                        .formatted(SCHEMA, table, COLUMNS, table));
    }

    private void writeObjects(String folder, int first, int last) throws IOException {
        for (int object = first; object < last; object++) {
            Files.write(
                    Files.createDirectories(root.resolve(folder)).resolve("object-" + object),
                    IntStream.range(object * ROWS, object * ROWS + ROWS)
                            .mapToObj(TestIndexStatistics::row)
                            .toList());
        }
    }

    private static String row(int id) {
        return "%07d,%s,2020-01-%02d,%s,%s.25,%s,2020-01-01 00:00:%02d.500,\\N"
                .formatted(
                        id,
                        id % 4 == 0 ? "\\N" : "kind-" + id % 4,
                        id % 28 + 1,
                        id == 7 ? "NaN" : id * -0.5,
                        id,
                        id % 2 == 0,
                        id % 60);
    }

    @Test
    public void testColumnsAndRows() {
        assertThat(rowCount(on, "lake", "facts")).as("without an index").isEmpty();
        tables.setAutoIndexes("facts", false);
        for (String column : List.of("id", "kind", "day", "price", "amount", "flag", "ts", "none")) {
            for (String type : List.of("minmax", "values")) {
                runner.execute("CALL lake.system.create_index('%s', 'facts', '%s', ARRAY['%s'])"
                        .formatted(SCHEMA, type, column));
            }
        }
        tables.build("facts", "4kB");
        assertThat(rowCount(on, "hive", "facts")).as("what the metastore says").isEmpty();
        assertThat(rowCount(off, "lake", "facts")).as("without skipping").isEmpty();
        Session without = Session.builder(on)
                .setCatalogSessionProperty("lake", "statistics_enabled", "false")
                .build();
        assertThat(rowCount(without, "lake", "facts")).as("without statistics").isEmpty();

        assertThat(rowCount(on, "lake", "facts")).hasValue(600.0);
        assertThat(column("facts", "id")).isEqualTo(new Column(600.0, 0.0, "0", "599"));
        assertThat(column("facts", "kind")).isEqualTo(new Column(3.0, 0.25, null, null));
        assertThat(column("facts", "day")).isEqualTo(new Column(28.0, 0.0, "2020-01-01", "2020-01-28"));
        assertThat(column("facts", "price"))
                .as("NaN is in no range")
                .isEqualTo(new Column(599.0, 0.0, "-299.5", "0.0"));
        assertThat(column("facts", "amount")).isEqualTo(new Column(600.0, 0.0, "0.25", "599.25"));
        assertThat(column("facts", "flag")).isEqualTo(new Column(2.0, 0.0, "false", "true"));
        assertThat(column("facts", "ts"))
                .isEqualTo(new Column(60.0, 0.0, "2020-01-01 00:00:00.500", "2020-01-01 00:00:59.500"));
        assertThat(column("facts", "none")).isEqualTo(new Column(0.0, 1.0, null, null));
    }

    @Test
    public void testWhatTheMetastoreKnowsWins() throws IOException {
        runner.execute("CREATE TABLE known WITH (format = 'PARQUET') AS SELECT * FROM hive.%s.facts LIMIT 250"
                .formatted(SCHEMA));
        tables.setAutoIndexes("known", false);
        runner.execute("CALL lake.system.create_index('%s', 'known', 'values', ARRAY['id'])".formatted(SCHEMA));
        tables.build("known", "1MB");
        assertThat(rowCount(on, "lake", "known")).hasValue(250.0);
        assertThat(stats(on, "lake", "known")).isEqualTo(stats(on, "hive", "known"));
    }

    @Test
    public void testTheSmallerSideOfAJoinIsHashed() throws IOException {
        createTable("large");
        writeObjects("large", 0, 20);
        createTable("small");
        Files.write(root.resolve("small/object"), nCopies(3, row(5)));
        tables.build("large", "1MB");
        tables.build("small", "1MB");
        String query = "SELECT count(*) FROM lake.%1$s.small s JOIN lake.%1$s.large l ON s.id = l.id".formatted(SCHEMA);
        String blind = plan(off, query);
        assertThat(blind.indexOf("test:small")).as("as written").isLessThan(blind.indexOf("test:large"));
        String informed = plan(on, query);
        assertThat(informed.indexOf("test:large")).as("turned round").isLessThan(informed.indexOf("test:small"));
        assertThat(informed).contains("rows: 2000 ", "rows: 3 ");
        assertThat(runner.execute(on, query).getOnlyValue()).isEqualTo(3L);
    }

    /** Which tables of a join have an index: the sizes of both sides are known, or the plan is the stock connector's. */
    @DataProvider
    public Object[][] indexedSides() {
        return new Object[][] {
            {"neither", List.of()},
            {"fact_side", List.of("fact")},
            {"dimension_side", List.of("dim")},
            {"both_sides", List.of("fact", "dim")},
        };
    }

    @Test(dataProvider = "indexedSides")
    public void testAnIndexOnOneSideDoesNotTurnAJoinRound(String name, List<String> indexed) throws IOException {
        for (String table : List.of("fact", "dim")) {
            createTable(table + "_" + name);
            if (table.equals("fact")) {
                writeObjects("fact_" + name, 0, 20);
            } else {
                Files.write(root.resolve("dim_" + name + "/object"), nCopies(3, row(5)));
            }
            if (indexed.contains(table)) {
                tables.build(table + "_" + name, "1MB");
            }
        }
        String fact = "CATALOG.%s.fact_%s f".formatted(SCHEMA, name);
        String dimension = "CATALOG.%s.dim_%s d".formatted(SCHEMA, name);
        for (String select : List.of("SELECT count(*) FROM", "SELECT f.kind, count(d.price), max(f.ts) FROM")) {
            for (String joined : List.of(fact + " JOIN " + dimension, dimension + " JOIN " + fact)) {
                for (String condition : List.of("f.id = d.id", "f.id = d.id AND d.kind = 'kind-1'")) {
                    String query = "%s %s ON %s%s"
                            .formatted(select, joined, condition, select.contains("kind") ? " GROUP BY f.kind" : "");
                    String plan = plan(on, "(TYPE DISTRIBUTED) " + query.replace("CATALOG", "lake"));
                    if (indexed.size() < 2) {
                        assertThat(joins(plan))
                                .as("%s, an index on %s", query, indexed)
                                .isEqualTo(joins(plan(on, "(TYPE DISTRIBUTED) " + query.replace("CATALOG", "hive"))));
                    }
                    if (indexed.size() == 2 || joined.startsWith(fact)) {
                        // what is said of the index stands between a table and its filters
                        assertThat(plan.replaceAll("\n {16}(?=\\w)", " ")
                                        .lines()
                                        .filter(line -> line.contains("test:fact_" + name)))
                                .as("%s, an index on %s", query, indexed)
                                .allMatch(line -> line.contains("dynamicFilters = {"));
                    }
                    assertThat(runner.execute(on, query.replace("CATALOG", "lake"))
                                    .getMaterializedRows())
                            .isEqualTo(runner.execute(on, query.replace("CATALOG", "hive"))
                                    .getMaterializedRows());
                }
            }
        }
    }

    /** Returns joins, how they are distributed, and the tables of their scans, in the order of the plan. */
    private static List<String> joins(String plan) {
        return Pattern.compile("InnerJoin|Distribution: \\w+|test:(?:fact|dim)_\\w+|dynamicFilters|Broadcast|Fragment")
                .matcher(plan)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    /** What is written to is not one of the sides. */
    @Test
    public void testATableThatIsWrittenNeedsNoIndex() throws IOException {
        createTable("large_source");
        writeObjects("large_source", 0, 20);
        createTable("small_source");
        Files.write(root.resolve("small_source/object"), nCopies(3, row(5)));
        tables.build("large_source", "1MB");
        tables.build("small_source", "1MB");
        createTable("target");
        String plan = plan(
                on,
                "INSERT INTO lake.%1$s.target SELECT l.* FROM lake.%1$s.small_source s JOIN lake.%1$s.large_source l ON s.id = l.id"
                        .formatted(SCHEMA));
        assertThat(plan.indexOf("test:large_source")).isLessThan(plan.indexOf("test:small_source"));
    }

    @Test
    public void testWhatIsNotIndexedIsTakenToBeLikeTheRest() throws IOException {
        createTable("growing");
        writeObjects("growing", 0, 4);
        tables.build("growing", "4kB");
        writeObjects("growing", 4, 7);
        assertThat(rowCount(on, "lake", "growing").orElseThrow()).isCloseTo(700, within(20.0));
        writeObjects("growing", 7, 10);
        assertThat(rowCount(on, "lake", "growing"))
                .as("the index knows less than half of the bytes")
                .isEmpty();
        tables.build("growing", "4kB");
        assertThat(rowCount(on, "lake", "growing")).hasValue(1000.0);
        for (int object = 0; object < 9; object++) {
            Files.delete(root.resolve("growing/object-" + object));
        }
        assertThat(rowCount(on, "lake", "growing"))
                .as("what lives no more does not count")
                .hasValue(100.0);
        assertThat(column("growing", "id"))
                .as("the values are too many for a summary")
                .isEqualTo(new Column(null, 0.0, "900", "999"));
    }

    /** More objects than are listed while planning. */
    @Test
    public void testATableOfManyObjects() throws IOException {
        Files.createDirectory(root.resolve("many"));
        runner.execute(
                "CREATE TABLE hive.%s.many (id bigint, dt varchar) WITH (format = 'TEXTFILE', partitioned_by = ARRAY['dt'], external_location = 'local:///many')"
                        .formatted(SCHEMA));
        for (int object = 0; object < 1200; object++) {
            Path folder = Files.createDirectories(root.resolve("many/dt=" + (object < 100 ? "few" : "rest")));
            Files.write(folder.resolve("object-" + object), List.of(String.valueOf(1000 + object), "5000"));
        }
        runner.execute("CALL hive.system.sync_partition_metadata('%s', 'many', 'FULL')".formatted(SCHEMA));
        tables.build("many", "1MB");
        assertThat(rowCount(on, "lake", "many")).hasValue(2400.0);
        assertThat(rowCount(on, "(SELECT * FROM lake.%s.many WHERE dt = 'rest')".formatted(SCHEMA)))
                .as("of one partition")
                .hasValue(2200.0);
        assertThat(column("many", "id"))
                .as("of a sample, it is not known how many values the others have")
                .isEqualTo(new Column(null, 0.0, "1000", "5000"));
    }

    /** A row of SHOW STATS. */
    private record Column(Double distinct, Double nullsFraction, String low, String high) {}

    private Column column(String table, String name) {
        MaterializedRow row = stats(on, "lake", table).stream()
                .filter(stats -> name.equals(stats.getField(0)))
                .findFirst()
                .orElseThrow();
        return new Column(
                (Double) row.getField(2), (Double) row.getField(3), (String) row.getField(5), (String) row.getField(6));
    }

    private Optional<Double> rowCount(Session session, String catalog, String table) {
        return rowCount(session, "%s.%s.%s".formatted(catalog, SCHEMA, table));
    }

    private Optional<Double> rowCount(Session session, String relation) {
        return Optional.ofNullable(
                (Double) rows(session, "SHOW STATS FOR " + relation).getLast().getField(4));
    }

    private List<MaterializedRow> stats(Session session, String catalog, String table) {
        return rows(session, "SHOW STATS FOR %s.%s.%s".formatted(catalog, SCHEMA, table));
    }

    private String plan(Session session, String query) {
        return (String) value(session, "EXPLAIN " + query);
    }
}
