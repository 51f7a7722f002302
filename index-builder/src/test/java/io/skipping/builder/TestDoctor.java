// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.builder.catalog.TrinoErrors;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestDoctor {
    private static final long MB = 1024 * 1024;
    // of io.trino.spi.StandardErrorCode
    private static final int NOT_SUPPORTED = 13;
    private static final int TABLE_NOT_FOUND = 46;

    /** Holds the server's answers by statement; a test replaces the one that is to be wrong. */
    private final Map<String, Answer> answers = new HashMap<>();

    private interface Answer {
        List<Map<String, Object>> rows() throws SQLException;
    }

    @BeforeMethod
    public void everythingIsWell() {
        answers.clear();
        answers.put("system.runtime.nodes", () -> List.of(node("a", true), node("b", false)));
        answers.put("$indexes", () -> List.of(index(10, Duration.ofDays(30))));
        answers.put("$vacuum", List::of);
        answers.put("check_store", List::of);
        answers.put("EXPLAIN", List::of);
        answers.put("information_schema.tables", List::of);
        answers.put("$objects", () -> List.of(overdue(0, Duration.ZERO)));
        answers.put("$path", List::of);
    }

    @Test
    public void testNothingToDo() {
        CapturedRun run = doctor(0);
        assertThat(run.out().lines())
                .containsExactly(
                        "ok  server       2 nodes of Trino 476",
                        "ok  plugin       1.0 on all nodes",
                        "ok  java         25.0.1+8",
                        "ok  clocks       those of all nodes and of this machine agree",
                        "ok  grid.meters  a small file was created, listed, read and deleted where its index is, as builds need",
                        "ok  grid.meters  10 of 10 objects (100 % of the bytes) are indexed, 0 stale; published 30d 00h ago",
                        "Nothing to do");
        assertThat(run.err()).isEmpty();
    }

    @Test
    public void testJson() {
        answers.put("$indexes", List::of);
        assertThat(doctor(3, "--json").out())
                .startsWith(
                        "[{\"level\":\"ok\",\"subject\":\"server\",\"text\":\"2 nodes of Trino 476\",\"remedy\":null},")
                .contains(
                        "{\"level\":\"warning\",\"subject\":\"grid.meters\",\"text\":\"it has no index: queries read all of it\",\"remedy\":\"java -jar ");
    }

    @Test
    public void testAnIndexThatFallsBehind() {
        answers.put("$indexes", () -> List.of(index(9, Duration.ofHours(30))));
        answers.put("$objects", () -> List.of(overdue(1, Duration.ofHours(25))));
        CapturedRun run = doctor(3);
        assertThat(run.out())
                .contains(
                        "warning  grid.meters  9 of 10 objects (90.0 % of the bytes) are indexed, 0 stale; published 1d 06h ago; 1 object in no index was modified more than 1d 00h ago, such as s3://b/waits, and no build has published anything since: none ran, or all failed")
                .contains(
                        "-> java -jar index-builder.jar build --server localhost:8080 --catalog lake --table grid.meters tells the reason if it fails; let it run again and again, from cron or with --watch")
                .endsWith("0 problems, 1 warning" + System.lineSeparator());
    }

    @Test
    public void testObjectsThatHaveNotWaitedForLong() {
        answers.put("$indexes", () -> List.of(index(9, Duration.ofDays(30))));
        assertThat(doctor(0).out())
                .as("an index is not behind because nothing was to be built for long")
                .contains("ok  grid.meters  9 of 10 objects");
        answers.put(
                "from_unixtime(%d)"
                        .formatted(CapturedRun.NOW.minus(Duration.ofDays(2)).getEpochSecond()),
                () -> List.of(overdue(1, Duration.ofDays(3))));
        assertThat(doctor(3, "--max-age", "2d").out()).contains("modified more than 2d 00h ago");
    }

    /** However often builds publish, an object on which all of them fail keeps a monitor from being green. */
    @Test
    public void testObjectsThatBuildsFailOn() {
        answers.put("$indexes", () -> List.of(index(7, Duration.ofMinutes(5))));
        answers.put("$objects", () -> List.of(overdue(3, Duration.ofDays(3))));
        answers.put("$path", () -> {
            throw new SQLException("Error opening Hive split s3://b/waits: it is not a valid Parquet file", "", 1);
        });
        assertThat(doctor(3, "--read-only").out())
                .contains(
                        "published 5m 00s ago; 3 objects in no index were modified more than 1d 00h ago, such as s3://b/waits, and a later build has left some out: lake.grid.meters: Error opening Hive split s3://b/waits: it is not a valid Parquet file")
                .contains("--table grid.meters names them with the reason of each; repair or remove them");
        answers.put("$path", List::of);
        assertThat(doctor(3).out()).contains("has left some out: its beginning can be read");
        answers.put("$objects", () -> {
            Map<String, Object> stale = overdue(1, Duration.ofDays(3));
            stale.put("reason", "changed in size");
            return List.of(stale);
        });
        assertThat(doctor(3).out())
                .contains("a later build has left it out: changed in size; its beginning can be read");
        answers.put("$objects", () -> {
            throw new SQLException("The listing failed", "", 1);
        });
        assertThat(doctor(4).out())
                .contains("since when objects wait is not known: lake.grid.meters: The listing failed");
    }

    /** An object of another type, for one, fails with the error that a table has which cannot have an index: the other findings stay. */
    @Test
    public void testNoLaterErrorHidesWhatWasFound() {
        answers.put("information_schema.tables", () -> List.of(Map.of("table_name", "meters")));
        answers.put("$indexes", () -> List.of(index(9, Duration.ofMinutes(5))));
        answers.put("$objects", () -> List.of(overdue(1, Duration.ofDays(3))));
        answers.put("$path", () -> {
            throw new SQLException("Unsupported Trino column type (integer) for Parquet column", "", NOT_SUPPORTED);
        });
        assertThat(listed(3).out())
                .contains(
                        "such as s3://b/waits, and a later build has left it out: lake.grid.meters: Unsupported Trino column type (integer) for Parquet column");
        for (String statement : List.of("$objects", "$vacuum", "check_store", "EXPLAIN")) {
            for (int code : new int[] {NOT_SUPPORTED, TABLE_NOT_FOUND}) {
                everythingIsWell();
                answers.put("information_schema.tables", () -> List.of(Map.of("table_name", "meters")));
                answers.put("system.metadata.catalogs", List::of);
                answers.put(
                        "SELECT connector_name FROM system.metadata.catalogs",
                        () -> List.of(Map.of("connector_name", "skipping_hive")));
                answers.put("$indexes", () -> List.of(index(9, Duration.ofMinutes(5))));
                answers.put(statement, () -> {
                    throw new SQLException("It cannot be done", "", code);
                });
                assertThat(listed(statement.contains("$") ? 4 : 1).out())
                        .as("%s fails with %d", statement, code)
                        .contains("grid.meters  ", "It cannot be done");
            }
        }
    }

    /** As some stores have none of objects that were copied there. Tables of Hive have no snapshots that could tell one. */
    @Test
    public void testObjectsOfHiveWithoutATime() {
        answers.put("system.metadata.catalogs", () -> List.of(Map.of("connector_name", "skipping_hive")));
        answers.put("$indexes", () -> List.of(index(8, Duration.ofMinutes(5))));
        answers.put("$objects", () -> {
            Map<String, Object> undated = overdue(0, Duration.ZERO);
            undated.put("undated", 2L);
            undated.put("without_time", "s3://b/undated");
            return List.of(undated);
        });
        answers.put("$all_entries", () -> {
            throw new AssertionError("A table of Hive has no such view");
        });
        assertThat(doctor(4).out())
                .contains(
                        "unknown  grid.meters  8 of 10 objects",
                        "; since when 2 objects in no index wait is not known, because the store has no modification time of s3://b/undated");
    }

    /** No build ever counts what it makes of them, and they are never old. */
    @Test
    public void testObjectsOfTheFuture() {
        answers.put("$indexes", () -> List.of(index(8, Duration.ofMinutes(5))));
        answers.put("$objects", () -> {
            Map<String, Object> future = overdue(0, Duration.ZERO);
            future.put("future", 2L);
            future.put("latest", "s3://b/early");
            return List.of(future);
        });
        assertThat(doctor(3).out())
                .contains(
                        "; 2 objects in no index have a modification time that has not come yet, such as s3://b/early")
                .contains("-> touch them, or write them again, by a host whose clock is right; then java -jar");
    }

    @Test
    public void testDataFilesAreAsOldAsTheirSnapshots() {
        answers.put("$indexes", () -> List.of(index(9, Duration.ofMinutes(5))));
        answers.put("$objects", () -> {
            Map<String, Object> undated = overdue(0, Duration.ZERO);
            undated.put("undated", 1L);
            return List.of(undated);
        });
        answers.put("system.metadata.catalogs", () -> List.of(Map.of("connector_name", "skipping_iceberg")));
        answers.put("$all_entries", () -> List.of(overdue(1, Duration.ofDays(3))));
        assertThat(doctor(3).out()).contains("such as s3://b/waits, and a later build has left it out");
        answers.put("$all_entries", () -> List.of(overdue(0, Duration.ZERO)));
        doctor(0);
        answers.put("system.metadata.catalogs", TestDoctor::denied);
        doctor(0);
    }

    @Test
    public void testAnIndexThatHasFewerObjectsThanAnother() {
        answers.put("$indexes", () -> {
            Map<String, Object> behind = index(8, Duration.ofHours(1));
            behind.put("index_name", "bloom(name)");
            return List.of(index(10, Duration.ofHours(1)), behind);
        });
        assertThat(doctor(0).out())
                .as("as after a change of a column's type, which no build can make even")
                .contains(
                        "published 1h 00m ago; 1 index has fewer objects, such as bloom(name): 8. Either the others have its column in another type, or");
    }

    @Test
    public void testNoIndexAndOneThatWasNeverBuilt() {
        answers.put("$indexes", List::of);
        assertThat(doctor(3).out()).contains("warning  grid.meters  it has no index: queries read all of it");
        answers.put("$indexes", () -> {
            Map<String, Object> index = index(0, Duration.ZERO);
            index.put("published", null);
            return List.of(index);
        });
        assertThat(doctor(3).out()).contains("its indexes were asked for and never built");
        answers.put("$indexes", () -> {
            Map<String, Object> index = index(10, Duration.ZERO);
            index.put("next_build", "add");
            return List.of(index);
        });
        assertThat(doctor(3).out())
                .contains("published 0s ago; not built yet: minmax(load)", "reads all objects for it");
    }

    /** A build repairs the first two of these, and changes nothing about the third. */
    @DataProvider
    public Object[][] problems() {
        return new Object[][] {
            {
                "Index s3://b/x.parquet is missing, so no other server can read the index; run index-builder build to repair it"
            },
            {
                "Index i has 2 documents with all summaries instead of 3, so queries read everything: run index-builder build to repair it"
            },
            {
                "Cannot use index s3://b/manifests/1.json: it takes more memory than an index may (256MB); a larger skipping.index.cache-size lets it, up to half of the heap"
            },
        };
    }

    @Test(dataProvider = "problems")
    public void testDamage(String problem) {
        answers.put("$indexes", () -> {
            Map<String, Object> index = index(0, Duration.ZERO);
            index.put("problem", problem);
            return List.of(index);
        });
        assertThat(doctor(1).out())
                .contains("PROBLEM  grid.meters  its index cannot be read: " + problem + System.lineSeparator())
                .contains(
                        "-> do what the end of this message says; if that is a build: java -jar index-builder.jar build ")
                .doesNotContain("repairs it");
    }

    @Test
    public void testAStoreThatIsNotSound() {
        answers.put("check_store", () -> {
            throw new SQLException(
                    "The store of the index of grid.meters lacks what an index needs: it replaces", "", 1);
        });
        assertThat(doctor(1).out()).contains("lacks what an index needs: it replaces", "set skipping.index.location");
        assertThat(doctor(0, "--read-only").out())
                .as("what was not tried does not look as if it was sound")
                .contains("skipped  stores       not tried, because of --read-only")
                .endsWith("Nothing to do" + System.lineSeparator());
    }

    @Test
    public void testAStoreThatWasNotTried() {
        answers.put("check_store", () -> {
            throw new SQLException(
                    "The store of the index of grid.meters was not tried: build first", "", TrinoErrors.STORE_UNTRIED);
        });
        assertThat(doctor(4).out())
                .contains("unknown  grid.meters  lake.grid.meters: The store of the index of grid.meters was not tried")
                .contains("build --server localhost:8080 --catalog lake --table grid.meters, then examine again");
    }

    @Test
    public void testRights() {
        answers.put("EXPLAIN", TestDoctor::denied);
        assertThat(doctor(1, "--read-only").out())
                .as("the right to build is told without building")
                .contains("PROBLEM  grid.meters  User ", "-> grant it SELECT on all columns and INSERT");
        answers.put("EXPLAIN", List::of);
        answers.put("check_store", TestDoctor::denied);
        assertThat(doctor(1).out())
                .contains("PROBLEM  grid.meters  User ", "-> grant it SELECT on all columns and INSERT");
        answers.put("$indexes", TestDoctor::denied);
        assertThat(doctor(1).out()).containsOnlyOnce("PROBLEM");
    }

    @Test
    public void testLeftovers() {
        answers.put(
                "$vacuum",
                () -> List.of(
                        Map.of("file", "s3://b/a", "total_bytes", 2 * MB),
                        Map.of("file", "s3://b/b", "total_bytes", 2 * MB)));
        assertThat(doctor(3).out())
                .contains("warning  grid.meters  nothing needs 2 files of its index (2.0 MB) that are older than 1d")
                .contains(
                        "-> java -jar index-builder.jar vacuum --server localhost:8080 --catalog lake --table grid.meters");
        answers.put("$vacuum", () -> {
            throw new SQLException("The newest manifest is damaged", "", 1);
        });
        assertThat(doctor(4).out())
                .contains("unknown  grid.meters  leftovers are not known: ")
                .endsWith("Nothing to do for what could be examined" + System.lineSeparator());
    }

    @Test
    public void testWhatRewritesHaveLeft() {
        answers.put(
                "information_schema.tables",
                () -> List.of(
                        Map.of("table_name", "_skipping_rewrite_meters_0000dead"),
                        Map.of("table_name", "_skipping_rewrite_meters_old_0000beef"),
                        Map.of("table_name", "_skipping_rewrite_meters_notes")));
        assertThat(doctor(3).out())
                .contains(
                        "warning  grid._skipping_rewrite_meters_0000dead  a rewrite of grid.meters uses this table, or has left it")
                .contains(
                        "if none is under way: java -jar partitioner.jar rewrite --server localhost:8080 --catalog lake --table grid.meters --finish --older-than 1h")
                .as("a staging table of another table, and one that is none")
                .doesNotContain("0000beef")
                .doesNotContain("notes");
        assertThat(doctor(3, "--table", "grid._skipping_rewrite_meters_0000dead", "--table", "grid.other")
                        .out())
                .as("told of once, although it is a table itself")
                .containsOnlyOnce("warning  ")
                .doesNotContain("_skipping_rewrite_meters_0000dead  10 of 10");
    }

    @Test
    public void testNoTableThatCouldBeExamined() {
        answers.put("information_schema.schemata", () -> List.of(Map.of("schema_name", "grid")));
        CapturedRun run = new CapturedRun(trino().driver());
        assertThat(run.run("doctor", "--server", "localhost:8080", "--catalog", "lake"))
                .as("a user without rights does not make a monitor green")
                .isEqualTo(4);
        assertThat(run.out())
                .contains("unknown  tables  none was examined: this user sees none that can have an index");
    }

    @Test
    public void testTablesOfAnotherConnectorInTheSameMetastore() {
        answers.put("information_schema.tables", () -> List.of(Map.of("table_name", "iced")));
        answers.put("iced$indexes", () -> {
            throw new SQLException("Cannot query Iceberg table 'grid.iced'", "", TrinoErrors.UNSUPPORTED_TABLE_TYPE);
        });
        CapturedRun run = doctor(0, "--schema", "grid");
        assertThat(run.out()).endsWith("Nothing to do" + System.lineSeparator());
        assertThat(run.err().lines())
                .containsExactly("skipped: lake.grid.iced: Cannot query Iceberg table 'grid.iced'");
    }

    @Test
    public void testAPluginOfAnEarlierRelease() {
        answers.put("system.runtime.nodes", () -> {
            throw new SQLException("Table 'lake.system.skipping_nodes' does not exist", "", 46);
        });
        answers.put("system.metadata.catalogs", () -> List.of(Map.of()));
        assertThat(doctor(1).out()).contains("PROBLEM  plugin", "it is of an earlier release than this command");
    }

    @Test
    public void testNodesThatMayNotBeSeen() {
        answers.put("system.runtime.nodes", TestDoctor::denied);
        assertThat(doctor(4).out()).contains("unknown  server       its nodes cannot be examined: User ");
    }

    private static List<Map<String, Object>> denied() throws SQLException {
        throw new SQLException("Access Denied", "", TrinoErrors.PERMISSION_DENIED);
    }

    private CapturedRun doctor(int expectedCode, String... more) {
        return run(expectedCode, Stream.concat(Stream.of("--table", "grid.meters"), Stream.of(more)));
    }

    /** Examines the table because its schema lists it, and not because it is named. */
    private CapturedRun listed(int expectedCode) {
        return run(expectedCode, Stream.of("--schema", "grid"));
    }

    private CapturedRun run(int expectedCode, Stream<String> more) {
        CapturedRun run = new CapturedRun(trino().driver());
        String[] all = Stream.concat(Stream.of("doctor", "--server", "localhost:8080", "--catalog", "lake"), more)
                .toArray(String[]::new);
        assertThat(run.run(all)).as("%s%s", run.out(), run.err()).isEqualTo(expectedCode);
        return run;
    }

    private FakeTrino trino() {
        return new FakeTrino(sql -> {
            Iterator<Map<String, Object>> rows = answers.entrySet().stream()
                    .filter(answer -> sql.contains(answer.getKey()))
                    // the table's own, if there is one
                    .max(Comparator.comparingInt(answer -> answer.getKey().length()))
                    .orElseThrow(() -> new AssertionError(sql))
                    .getValue()
                    .rows()
                    .iterator();
            return rows;
        });
    }

    private static Map<String, Object> node(String id, boolean coordinator) {
        return Map.of(
                "node_id",
                id,
                "coordinator",
                coordinator,
                "node_version",
                "476",
                "plugin_version",
                "1.0",
                "trino_release",
                "476",
                "java_version",
                "25.0.1+8",
                "clock",
                Timestamp.from(CapturedRun.NOW),
                "asked",
                Timestamp.from(CapturedRun.NOW));
    }

    private static Map<String, Object> overdue(long objects, Duration age) {
        Map<String, Object> overdue = new HashMap<>();
        overdue.put("objects", objects);
        overdue.put("object", objects == 0 ? null : "s3://b/waits");
        overdue.put("modified", objects == 0 ? null : Timestamp.from(CapturedRun.NOW.minus(age)));
        overdue.put("reason", null);
        return overdue;
    }

    private static Map<String, Object> index(long indexed, Duration age) {
        Instant published = CapturedRun.NOW.minus(age);
        Map<String, Object> index = new HashMap<>();
        index.put("index_name", "minmax(load)");
        index.put("index_type", "minmax");
        index.put("requested", false);
        index.put("objects_indexed", indexed);
        index.put("objects_total", 10L);
        index.put("objects_stale", 0L);
        index.put("bytes_indexed", indexed * MB);
        index.put("bytes_total", 10 * MB);
        index.put("ranges", indexed);
        index.put("index_bytes", 2048L);
        index.put("next_build", "keep");
        index.put("published", Timestamp.from(published));
        return index;
    }
}
