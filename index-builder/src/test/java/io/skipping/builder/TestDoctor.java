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
import org.testng.annotations.Test;

public class TestDoctor {
    private static final long MB = 1024 * 1024;

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
        answers.put("WHERE false", List::of);
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
        assertThat(doctor(3).out())
                .contains(
                        "warning  grid.meters  9 of 10 objects (90.0 % of the bytes) are indexed, 0 stale; published 1d 06h ago")
                .contains(
                        "-> java -jar index-builder.jar build --server localhost:8080 --catalog lake --table grid.meters, from cron or with --watch")
                .endsWith("0 problems, 1 warning" + System.lineSeparator());
        doctor(0, "--max-age", "2d");
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

    @Test
    public void testDamage() {
        answers.put("$indexes", () -> {
            Map<String, Object> index = index(0, Duration.ZERO);
            index.put("problem", "Index s3://b/x.parquet is missing");
            return List.of(index);
        });
        assertThat(doctor(1).out())
                .contains("PROBLEM  grid.meters  its index cannot be read: Index s3://b/x.parquet is missing")
                .contains("repairs it");
    }

    @Test
    public void testAStoreThatIsNotSound() {
        answers.put("check_store", () -> {
            throw new SQLException(
                    "The store of the index of grid.meters lacks what an index needs: it replaces", "", 1);
        });
        assertThat(doctor(1).out()).contains("lacks what an index needs: it replaces", "set skipping.index.location");
        assertThat(doctor(0, "--read-only").out()).endsWith("Nothing to do" + System.lineSeparator());
    }

    @Test
    public void testRights() {
        answers.put("WHERE false", TestDoctor::denied);
        assertThat(doctor(1).out())
                .contains("PROBLEM  grid.meters  User ", "-> grant it SELECT on all columns and INSERT");
        answers.put("WHERE false", List::of);
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
        assertThat(doctor(0).out()).contains("unknown  grid.meters  leftovers are not known: ");
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
        assertThat(doctor(0).out()).contains("unknown  server       its nodes cannot be examined: User ");
    }

    private static List<Map<String, Object>> denied() throws SQLException {
        throw new SQLException("Access Denied", "", TrinoErrors.PERMISSION_DENIED);
    }

    private CapturedRun doctor(int expectedCode, String... more) {
        FakeTrino trino = new FakeTrino(sql -> {
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
        CapturedRun run = new CapturedRun(trino.driver());
        String[] arguments = {"doctor", "--server", "localhost:8080", "--catalog", "lake", "--table", "grid.meters"};
        String[] all = Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
        assertThat(run.run(all)).as("%s%s", run.out(), run.err()).isEqualTo(expectedCode);
        return run;
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
