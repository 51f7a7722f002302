// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.skipping.trino.SkippingQueryRunner.skipping;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.partitioningBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import com.google.common.collect.Multiset;
import io.airlift.log.Logger;
import io.skipping.trino.SkippingTestTables.Scanned;
import io.trino.Session;
import io.trino.Session.SessionBuilder;
import io.trino.plugin.hive.HivePlugin;
import io.trino.spi.metrics.Count;
import io.trino.spi.metrics.Metrics;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Type.TypeID;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Asks random questions of random Iceberg tables, of the stock connector and of ours, while random statements delete, change
 * and rewrite rows and evolve the schema in between, and demands equal rows. If it misses a wrong answer that somebody finds,
 * its generators {@link RandomRows} and {@link RandomConditions}, or its statements, lack something: improve them.
 *
 * <p>{@code -Dskipping.test.random-queries} says how many queries are asked of each format,
 * {@code -Dskipping.test.random-queries-of-a-state} how many of each state of a table, which takes longer to make than a
 * few queries, and {@code -Dskipping.test.random-seed} where the seeds begin. A failure names its seed.
 */
public class TestIcebergRandomQueries extends AbstractIcebergTest {
    private static final Logger log = Logger.get(TestIcebergRandomQueries.class);

    private static final int QUERIES = Integer.getInteger("skipping.test.random-queries", 60);
    private static final long SEED = Long.getLong("skipping.test.random-seed", 1);

    private static final int OBJECTS = 5;
    private static final int ROWS = 240;
    private static final int QUERIES_OF_A_STATEMENT = 12;
    private static final int QUERIES_OF_A_ROUND =
            Integer.getInteger("skipping.test.random-queries-of-a-state", QUERIES_OF_A_STATEMENT);
    private static final int ROUNDS_OF_A_TABLE = 8;

    /** Columns of types that no text table has, by what gives their values. */
    private static final Map<RandomRows.Column, String> MORE_COLUMNS = ImmutableMap.of(
            new RandomRows.Column("at", "timestamp(6) with time zone"),
            "CAST(CAST(IF(id % 11 = 3, day - INTERVAL '90' YEAR, day) AS varchar) || ' ' || lpad(CAST(n % 24 AS varchar), 2, '0') || ':10:00.' || lpad(CAST(id % 100 AS varchar), 6, '0') || IF(n % 2 = 0, ' UTC', ' Asia/Kathmandu') AS timestamp(6) with time zone)",
            new RandomRows.Column("t", "time(6)"),
            "CAST(lpad(CAST(n % 24 AS varchar), 2, '0') || ':00:59.' || lpad(CAST(id % 100 AS varchar), 6, '9') AS time(6))",
            new RandomRows.Column("u", "uuid"),
            "CAST(lpad(to_base(id / 4, 16), 8, IF(n % 3 = 0, 'f', '0')) || '-0000-4000-8000-' || lpad(to_base(n, 16), 12, 'e') AS uuid)",
            new RandomRows.Column("place", "ROW(code integer, name varchar)"),
            "IF(n % 9 = 4, NULL, CAST(ROW(n, txt) AS ROW(code integer, name varchar)))");

    private long scans;
    private long pruning;
    private long ofVersions;

    @Override
    protected Map<String, String> lakeProperties() {
        // rows of all days may go to partitions by day
        return Map.of("iceberg.max-partitions-per-writer", "1000");
    }

    @Override
    protected void createTables() {
        runner.installPlugin(new HivePlugin());
        runner.createCatalog(
                "hive",
                "hive",
                ImmutableMap.<String, String>builder()
                        .put("hive.metastore", "file")
                        .put("hive.metastore.catalog.dir", "local:///metastore")
                        .put("hive.metastore.disable-location-checks", "true")
                        .put("hive.non-managed-table-creates-enabled", "true")
                        .put("fs.native-local.enabled", "true")
                        .put("local.location", root.toString())
                        .buildOrThrow());
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{"PARQUET"}, {"ORC"}, {"AVRO"}};
    }

    @Test(dataProvider = "formats")
    public void testRowsAreEqual(String format) throws IOException {
        long scansBefore = scans;
        long pruningBefore = pruning;
        long versionsBefore = ofVersions;
        int asked = 0;
        for (long seed = SEED; asked < QUERIES; seed++) {
            Run run = new Run(format, seed);
            try {
                asked += run.ask(QUERIES - asked);
            } catch (RuntimeException | AssertionError e) {
                // a long run tells of it at once
                log.error(e, "%s", run);
                throw new AssertionError(run.toString(), e);
            }
            log.info(
                    "%s: %s queries, %s of them of older snapshots and branches; of their scans with a condition %s, %s skipped something",
                    format, asked, ofVersions - versionsBefore, scans - scansBefore, pruning - pruningBefore);
        }
        assertThat(pruning - pruningBefore)
                .as("scans that skipped something")
                .isGreaterThan((scans - scansBefore) / 20);
    }

    /** One table of random rows, what happens to it, and what is asked of it. */
    private final class Run {
        private final String format;
        private final long seed;
        private final Random random;
        private final RandomConditions conditions;
        private final String table;
        private final int version;
        private final StringBuilder history = new StringBuilder();
        private final List<String> branches = new ArrayList<>();
        private int evolutions;

        Run(String format, long seed) {
            this.format = format;
            this.seed = seed;
            this.random = new Random(seed * 31 + format.hashCode());
            this.conditions = new RandomConditions(random, false);
            this.table = "r_%s_%s".formatted(format.toLowerCase(Locale.ENGLISH), seed);
            this.version = random.nextBoolean() ? 2 : IcebergFiles.NEWEST_FORMAT_VERSION;
        }

        /** @return how many queries were asked */
        int ask(int queries) throws IOException {
            create();
            requestIndexes();
            build(table);
            int asked = 0;
            for (int round = 0; round < ROUNDS_OF_A_TABLE && asked < queries; round++) {
                askFor("FROM_TABLE");
                asked += QUERIES_OF_A_ROUND;
                if (random.nextInt(3) == 0) {
                    askFor("FROM_TABLE FOR " + (random.nextInt(4) == 0 ? ofMoment() : "VERSION AS OF " + version()));
                    asked += QUERIES_OF_A_ROUND;
                    ofVersions += QUERIES_OF_A_ROUND;
                }
                change();
                if (random.nextInt(3) > 0) {
                    build(table);
                    history.append("; build");
                }
            }
            runner.execute("DROP TABLE " + table);
            runner.execute("DROP TABLE hive.%s.%s_text".formatted(SCHEMA, table));
            return asked;
        }

        private void create() throws IOException {
            RandomRows rows = new RandomRows(seed);
            Path folder = Files.createDirectory(root.resolve(table + "_text"));
            for (int object = 0; object < OBJECTS; object++) {
                try (OutputStream out = Files.newOutputStream(folder.resolve("object-%s.txt".formatted(object)))) {
                    for (byte[] line : rows.lines(object, ROWS, false)) {
                        out.write(line);
                        out.write('\n');
                    }
                }
            }
            String columns = declared(RandomRows.COLUMNS);
            runner.execute(
                    "CREATE TABLE hive.%s.%s_text (%s) WITH (format = 'TEXTFILE', external_location = 'local:///%s_text')"
                            .formatted(SCHEMA, table, columns, table));
            runner.execute("CREATE TABLE %s (%s) WITH (format = '%s', format_version = %s%s)"
                    .formatted(
                            table,
                            columns + ", " + declared(MORE_COLUMNS.keySet()),
                            format,
                            version,
                            random.nextInt(3) == 0 ? ", partitioning = ARRAY['ok']" : ""));
            for (int object = 0; object < OBJECTS; object++) {
                insert(object);
            }
        }

        private static String declared(Collection<RandomRows.Column> columns) {
            return columns.stream()
                    .map(column -> column.name() + " " + column.type())
                    .collect(joining(", "));
        }

        private void insert(int object) {
            String statement =
                    "INSERT INTO %s (%s, %s) SELECT %2$s, %s FROM hive.%s.%1$s_text WHERE \"$path\" LIKE '%%/object-%s.txt'"
                            .formatted(
                                    table,
                                    names(RandomRows.COLUMNS),
                                    names(MORE_COLUMNS.keySet()),
                                    String.join(", ", MORE_COLUMNS.values()),
                                    SCHEMA,
                                    object);
            // by the server, which alone writes partitions in each release
            execute(statement);
        }

        private static String names(Collection<RandomRows.Column> columns) {
            return columns.stream().map(RandomRows.Column::name).collect(joining(", "));
        }

        private void requestIndexes() {
            for (String column :
                    List.of("txt", "r", "d", "n", "id", "ok", "at", "t", "u", "place.code", "place.name")) {
                List<String> types = switch (column) {
                    case "txt", "place.name" -> List.of("values", "minmax", "bloom", "ngram", "prefix");
                    case "u" -> List.of("values", "minmax", "bloom");
                    case "ok" -> List.of("values", "minmax");
                    default -> List.of("values", "minmax", "bloom", "gaps", "ranks");
                };
                for (String type : types) {
                    if (random.nextInt(2) == 0) {
                        createIndex(table, type, column);
                    }
                }
            }
        }

        private void execute(String statement) {
            history.append("; ").append(statement);
            try {
                runner.execute(smallStripes(), statement);
            } catch (RuntimeException e) {
                if (!isFaultOfStock(e)) {
                    throw e;
                }
                history.append(" (failed)");
            }
        }

        /**
         * Returns whether Iceberg itself fails in a way that the stock connector does, too: it converts bounds of manifests to the
         * types of another schema, as of promoted columns in 476 and after CREATE OR REPLACE in 483.
         */
        private static boolean isFaultOfStock(RuntimeException failure) {
            return String.valueOf(failure.getMessage()).contains("Error processing metadata for table");
        }

        private Session smallStripes() {
            return Session.builder(manyRowGroups())
                    .setCatalogSessionProperty("lake", "orc_writer_max_stripe_rows", "60")
                    .build();
        }

        /** Changes the table by a random statement. */
        private void change() throws IOException {
            switch (random.nextInt(19)) {
                case 0, 1 -> insert(random.nextInt(OBJECTS));
                case 2, 3, 4 -> delete(conditions.condition());
                case 5 ->
                    execute("UPDATE %s SET txt = reverse(txt), n = n + 1 WHERE n IN (%s, %s)"
                            .formatted(table, random.nextInt(50), random.nextInt(50)));
                case 6 ->
                    execute(
                            "MERGE INTO %1$s t USING (SELECT id, max(txt) AS txt FROM %1$s WHERE n < %2$s GROUP BY id) AS s ON t.id = s.id AND t.n > 2 WHEN MATCHED AND s.txt IS NULL THEN DELETE WHEN MATCHED THEN UPDATE SET txt = s.txt"
                                    .formatted(table, random.nextInt(40)));
                case 7, 8 -> execute("ALTER TABLE %s EXECUTE optimize".formatted(table));
                case 9 ->
                    execute("ALTER TABLE %s SET PROPERTIES partitioning = ARRAY[%s]".formatted(table, partitioning()));
                case 10 ->
                    execute("ALTER TABLE %s EXECUTE expire_snapshots(retention_threshold => '0s')".formatted(table));
                case 11 -> branch();
                case 12, 13 -> deleteEqual();
                case 14 -> execute("ALTER TABLE %s EXECUTE rollback_to_snapshot(%s)".formatted(table, snapshot()));
                case 15 -> promote();
                case 16 -> replace();
                default -> evolve();
            }
        }

        /** Puts a table of most of the rows in place of the table, which keeps its snapshots. */
        private void replace() {
            execute(
                    "CREATE OR REPLACE TABLE %1$s WITH (format = '%2$s', format_version = %3$s, partitioning = ARRAY[%4$s]) AS SELECT * FROM %1$s WHERE n %% 7 <> %5$s OR ok"
                            .formatted(table, format, version, partitioning(), random.nextInt(7)));
        }

        /** Begins a branch at some snapshot, and takes a file out of it, or tags the snapshot. Only other engines write branches. */
        private void branch() throws IOException {
            Table library = IcebergLibrary.table(runner, table);
            long snapshot = snapshot();
            if (random.nextInt(3) == 0) {
                String tag = "tag_" + branches.size();
                history.append("; %s of %s".formatted(tag, snapshot));
                library.manageSnapshots().createTag(tag, snapshot).commit();
                branches.add(tag);
                return;
            }
            String branch = "branch_" + branches.size();
            history.append("; %s of %s".formatted(branch, snapshot));
            library.manageSnapshots().createBranch(branch, snapshot).commit();
            branches.add(branch);
            try (CloseableIterable<FileScanTask> files =
                    library.newScan().useSnapshot(snapshot).planFiles()) {
                FileScanTask first = Iterables.getFirst(files, null);
                if (first != null) {
                    library.newDelete()
                            .deleteFile(first.file())
                            .toBranch(branch)
                            .commit();
                }
            }
        }

        /** Deletes rows by values, as engines do that write streams. */
        private void deleteEqual() throws IOException {
            Table library = IcebergLibrary.table(runner, table);
            if (library.specs().values().stream().noneMatch(PartitionSpec::isUnpartitioned)) {
                return;
            }
            boolean isPromoted = library.schema().findType("n").typeId() == TypeID.LONG;
            List<Map<String, Object>> rows = IntStream.range(0, 3)
                    .mapToObj(_ -> random.nextInt(50))
                    .map(n ->
                            Map.<String, Object>of("n", isPromoted ? (Object) (long) n : n, "ok", random.nextBoolean()))
                    .toList();
            history.append("; equality delete of ").append(rows);
            IcebergLibrary.deleteEqual(library, rows);
        }

        private String partitioning() {
            return List.of(
                            "",
                            "'ok'",
                            "'bucket(id, 3)'",
                            "'truncate(txt, 1)'",
                            "'day'",
                            "'month(day)', 'ok'",
                            "'month(at)'",
                            "'bucket(u, 2)'")
                    .get(random.nextInt(8));
        }

        /** Deletes rows, and checks that no others are gone. */
        private void delete(String condition) {
            // by a filter, as the statement has one: Trino tests values such as NaN in a filter otherwise than in a
            // projection
            String deleted = "SELECT count(*) FROM iceberg.%s.%s WHERE %s".formatted(SCHEMA, table, condition);
            String all = "SELECT count(*) FROM iceberg.%s.%s".formatted(SCHEMA, table);
            long kept;
            try {
                kept = (long) value(all) - (long) value(deleted);
            } catch (RuntimeException e) {
                // a condition that fails on some row
                return;
            }
            execute("DELETE FROM %s WHERE %s".formatted(table, condition));
            assertThat((long) value(all)).as("rows that are left, %s", this).isEqualTo(kept);
        }

        /** Puts a new column in place of one, with the same values and another field id, or without values. */
        private void evolve() {
            String column = random.nextBoolean() ? "txt" : "d";
            if (partitionedBy(column)) {
                return;
            }
            String old = column + "_" + evolutions++;
            execute("ALTER TABLE %s RENAME COLUMN %s TO %s".formatted(table, column, old));
            execute("ALTER TABLE %s ADD COLUMN %s %s"
                    .formatted(table, column, column.equals("d") ? "double" : "varchar"));
            if (random.nextBoolean()) {
                execute("UPDATE %s SET %s = %s WHERE n > 10".formatted(table, column, old));
            }
        }

        /** Makes the type of a column a wider one; once it is, this changes nothing. */
        private void promote() {
            String column = List.of("n", "r", "place.code").get(random.nextInt(3));
            if (!partitionedBy(column)) {
                execute("ALTER TABLE %s ALTER COLUMN %s SET DATA TYPE %s"
                        .formatted(table, column, column.equals("r") ? "double" : "bigint"));
            }
        }

        private boolean partitionedBy(String column) {
            return String.valueOf(runner.execute("SHOW CREATE TABLE " + table).getOnlyValue())
                    .contains("(%s".formatted(column));
        }

        /** Returns a snapshot, a branch or a tag, as statements name it. */
        private String version() {
            return branches.isEmpty() || random.nextBoolean()
                    ? String.valueOf(snapshot())
                    : "'%s'".formatted(branches.get(random.nextInt(branches.size())));
        }

        /** Returns when some snapshot was made, as statements name it. */
        private String ofMoment() {
            List<MaterializedRow> moments = rows(
                    "SELECT format_datetime(committed_at AT TIME ZONE 'UTC', 'yyyy-MM-dd HH:mm:ss.SSS') FROM \"%s$snapshots\""
                            .formatted(table));
            return "TIMESTAMP AS OF TIMESTAMP '%s UTC'"
                    .formatted(moments.get(random.nextInt(moments.size())).getField(0));
        }

        private long snapshot() {
            List<MaterializedRow> snapshots = rows("SELECT snapshot_id FROM \"%s$snapshots\"".formatted(table));
            return (long) snapshots.get(random.nextInt(snapshots.size())).getField(0);
        }

        private void askFor(String from) {
            List<String> queries = IntStream.range(0, QUERIES_OF_A_ROUND)
                    .mapToObj(number -> query(number, from))
                    .toList();
            SessionBuilder session = Session.builder(skipping(runner.getDefaultSession(), true));
            if (random.nextBoolean()) {
                session.setSystemProperty("task_concurrency", "4")
                        .setCatalogSessionProperty("lake", "parquet_small_file_threshold", "0B")
                        .setCatalogSessionProperty("lake", "orc_tiny_stripe_threshold", "0B");
            }
            // plans with joins run in stages of the server, and others without
            queries.stream().collect(partitioningBy(query -> query.contains(" IN (SELECT "))).values().stream()
                    .flatMap(alike -> Lists.partition(alike, QUERIES_OF_A_STATEMENT).stream())
                    .forEach(some -> compare(session.build(), some));
        }

        private void compare(Session session, List<String> queries) {
            String all = String.join("\nUNION ALL ", queries);
            Optional<Multiset<MaterializedRow>> stock = rowsIn("iceberg", session, all);
            // with skipping off, no index and no condition makes a difference
            List<Session> sessions =
                    random.nextInt(3) == 0 ? List.of(session, skipping(session, false)) : List.of(session);
            if (stock.isPresent()
                    && sessions.stream()
                            .allMatch(asking -> rowsIn("lake", asking, all).equals(stock))) {
                return;
            }
            // to name the one that differs, or because one fails for all
            for (String query : queries) {
                Optional<Multiset<MaterializedRow>> stockAlone = rowsIn("iceberg", session, query);
                // what fails may lie in what is skipped
                if (stockAlone.isPresent() && !contradictsItself(query, stockAlone.get())) {
                    for (Session asking : sessions) {
                        assertThat(rowsIn("lake", asking, query))
                                .as("%s, skipping: %s: %s", this, asking == session, query)
                                .isEqualTo(stockAlone);
                    }
                }
            }
        }

        /**
         * Returns whether an answer counts rows that do not satisfy the condition by which they were selected. That of the stock
         * connector of 476 does for Avro: of a table partitioned by {@code ok}, {@code NOT ok} selects rows with NULL, too.
         */
        private static boolean contradictsItself(String query, Multiset<MaterializedRow> answer) {
            return query.contains("count_if(")
                    && !query.contains("count_if(true)")
                    && answer.stream().anyMatch(row -> !row.getField(1).equals(row.getField(2)));
        }

        private String query(int number, String from) {
            // scans take over filters on single columns only
            String condition = switch (random.nextInt(6)) {
                case 0, 1 -> onColumn();
                case 2 -> onMoreColumns();
                default -> conditions.condition();
            };
            return switch (random.nextInt(11)) {
                case 0 ->
                    "SELECT %s, CAST(count(*) AS varchar), CAST(count(n) AS varchar) FROM %s WHERE %s"
                            .formatted(number, from, condition);
                case 1, 2 ->
                    "SELECT %s, CAST(count(*) AS varchar), CAST(count_if(%s) AS varchar) FROM (SELECT * FROM %s WHERE %s LIMIT %s)"
                            .formatted(
                                    number,
                                    ConditionScan.sameInProjection(condition) ? condition : "true",
                                    from,
                                    condition,
                                    1 + random.nextInt(400));
                case 4, 5 -> first(number, from, random.nextBoolean() ? " WHERE " + condition : "");
                case 6, 7 -> aggregates(number, from, random.nextBoolean() ? " WHERE " + condition : "");
                case 3 ->
                    "SELECT %s, CAST(id AS varchar), \"$path\" FROM %s WHERE n IN (SELECT y FROM (VALUES 3, 13, 31) AS v(y)) AND %s"
                            .formatted(number, from, condition);
                default ->
                    "SELECT %s, CAST(id AS varchar), \"$path\" FROM %s WHERE %s".formatted(number, from, condition);
            };
        }

        private String column() {
            return List.of("id", "n", "d", "r", "txt", "day", "amount", "ok", "at", "t", "u")
                    .get(random.nextInt(11));
        }

        /** Returns a condition on one column that ranges of files decide. */
        private String onColumn() {
            String comparison = List.of("<", "<=", ">", ">=").get(random.nextInt(4));
            return switch (random.nextInt(4)) {
                case 0 -> "n %s %s".formatted(comparison, random.nextInt(50));
                case 1 -> "ok";
                default -> "id %s %s".formatted(comparison, random.nextInt(OBJECTS) * 1000 + random.nextInt(ROWS));
            };
        }

        private String onMoreColumns() {
            String comparison =
                    List.of("=", "<", "<=", ">", ">=", "<>", "IS DISTINCT FROM").get(random.nextInt(7));
            return switch (random.nextInt(22)) {
                case 18 -> "place.code %s %s".formatted(comparison, random.nextInt(50));
                case 19 -> "place.name LIKE '%s%%'".formatted(RandomRows.LETTERS.get(random.nextInt(4)));
                case 20 ->
                    "place%s IS %s"
                            .formatted(
                                    List.of("", ".code", ".name").get(random.nextInt(3)),
                                    random.nextBoolean() ? "NULL" : "NOT NULL");
                case 0, 1, 2 -> "at %s %s".formatted(comparison, moment());
                case 3 -> "at IN (%s, %s, %s)".formatted(moment(), moment(), moment());
                case 4 -> "at BETWEEN %1$s AND %1$s + INTERVAL '%2$s' HOUR".formatted(moment(), random.nextInt(400));
                case 5 ->
                    "%s IS %s".formatted(random.nextBoolean() ? "at" : "u", random.nextBoolean() ? "NULL" : "NOT NULL");
                case 6 ->
                    "CAST(at AS date) %s DATE '2024-0%s-1%s'"
                            .formatted(comparison, 1 + random.nextInt(9), random.nextInt(9));
                case 7 ->
                    "date_trunc('%s', at) %s %s"
                            .formatted(random.nextBoolean() ? "month" : "hour", comparison, moment());
                case 8 -> "year(at) %s %s".formatted(comparison, random.nextBoolean() ? 2024 : 1934);
                case 9 -> "hour(at AT TIME ZONE 'America/New_York') %s %s".formatted(comparison, random.nextInt(24));
                case 10 -> "at AT TIME ZONE 'Asia/Kathmandu' %s %s".formatted(comparison, moment());
                case 11 -> "to_unixtime(at) %s to_unixtime(%s)".formatted(comparison, moment());
                case 12 ->
                    random.nextBoolean()
                            ? "CAST(at AS varchar) LIKE '2024-0%s%%UTC'".formatted(1 + random.nextInt(9))
                            : "CAST(at AS timestamp(6)) %s CAST(%s AS timestamp(6))".formatted(comparison, moment());
                case 13 -> "t %s %s".formatted(comparison, time());
                case 14 -> "t BETWEEN %s AND %s OR hour(t) = %s".formatted(time(), time(), random.nextInt(24));
                case 15, 16 -> "u %s %s".formatted(comparison, uuid());
                default ->
                    random.nextBoolean()
                            ? "u IN (%s, %s)".formatted(uuid(), uuid())
                            : "CAST(u AS varchar) LIKE '%s%%'"
                                    .formatted(random.nextBoolean() ? "f" : "00000" + random.nextInt(4));
            };
        }

        private String moment() {
            return "TIMESTAMP '%s-0%s-%02d %02d:10:00.0000%02d %s'"
                    .formatted(
                            random.nextInt(8) == 0 ? 1934 : 2024,
                            1 + random.nextInt(9),
                            1 + random.nextInt(27),
                            random.nextInt(24),
                            random.nextInt(100),
                            random.nextBoolean() ? "UTC" : "Asia/Kathmandu");
        }

        private String time() {
            return "TIME '%02d:00:59.%s'".formatted(random.nextInt(24), 999_900 + random.nextInt(100));
        }

        private String uuid() {
            String start = Integer.toHexString(random.nextInt(OBJECTS * 1000) / 4);
            String end = Integer.toHexString(random.nextInt(50));
            return "UUID '%s-0000-4000-8000-%s'"
                    .formatted(
                            (random.nextInt(3) == 0 ? "f" : "0").repeat(8 - start.length()) + start,
                            "e".repeat(12 - end.length()) + end);
        }

        private String first(int number, String from, String where) {
            String column = column();
            return "SELECT %1$s, %8$s, '' FROM (SELECT %2$s FROM %3$s%4$s ORDER BY %2$s %5$s NULLS %6$s LIMIT %7$s)"
                    .formatted(
                            number,
                            column,
                            from,
                            where,
                            random.nextBoolean() ? "ASC" : "DESC",
                            random.nextBoolean() ? "FIRST" : "LAST",
                            1 + random.nextInt(40),
                            text(column, column));
        }

        private String aggregates(int number, String from, String where) {
            String column = column();
            return "SELECT %1$s, CAST(count(*) AS varchar) || '/' || CAST(count(%2$s) AS varchar), %5$s || '/' || %6$s FROM %3$s%4$s"
                    .formatted(
                            number,
                            column,
                            from,
                            where,
                            text(column, "min(%s)".formatted(column)),
                            text(column, "max(%s)".formatted(column)));
        }

        /** Returns the text of a value of a column. Of zeros with both signs, any may come first. */
        private static String text(String column, String value) {
            return "CAST(%s%s AS varchar)".formatted(value, List.of("r", "d").contains(column) ? " + 0e0" : "");
        }

        /** Returns the rows of a query, or nothing if it fails for what is in a row. */
        private Optional<Multiset<MaterializedRow>> rowsIn(String catalog, Session session, String query) {
            try {
                Scanned scanned =
                        local.scan(session, query.replace("FROM_TABLE", "%s.%s.%s".formatted(catalog, SCHEMA, table)));
                scanned.scans().forEach(TestIcebergRandomQueries.this::count);
                return Optional.of(HashMultiset.create(scanned.rows()));
            } catch (RuntimeException e) {
                if (isFaultOfStock(e)
                        || String.valueOf(e.getMessage())
                                .matches(
                                        "(?s).*(Cannot cast|Value cannot be cast|not a valid|out of range|overflow|No version history).*")) {
                    return Optional.empty();
                }
                throw new AssertionError("%s, in %s: %s".formatted(this, catalog, query), e);
            }
        }

        @Override
        public String toString() {
            return "seed %s, %s%s".formatted(seed, format, history);
        }
    }

    private void count(Metrics ofSplitSource) {
        if (ofSplitSource.getMetrics().keySet().stream().noneMatch(name -> name.startsWith("skipping."))) {
            // of the stock connector, or without skipping, or nothing is demanded
            return;
        }
        scans++;
        if (count(ofSplitSource, "skipping.objects.pruned") + count(ofSplitSource, "skipping.ranges.pruned") > 0) {
            pruning++;
        }
    }

    private static long count(Metrics metrics, String name) {
        return metrics.getMetrics().get(name) instanceof Count<?> count ? count.getTotal() : 0;
    }
}
