// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static io.skipping.builder.catalog.BuildEvent.Kind.CURRENT;
import static io.skipping.builder.catalog.BuildEvent.Kind.DONE;
import static io.skipping.builder.catalog.BuildEvent.Kind.FAILED;
import static io.skipping.builder.catalog.BuildEvent.Kind.PLANNED;
import static io.skipping.builder.catalog.BuildEvent.Kind.YOUNG;
import static io.trino.spi.StandardErrorCode.GENERIC_INTERNAL_ERROR;
import static io.trino.spi.StandardErrorCode.GENERIC_USER_ERROR;
import static io.trino.spi.StandardErrorCode.NOT_SUPPORTED;
import static io.trino.spi.StandardErrorCode.PERMISSION_DENIED;
import static io.trino.spi.StandardErrorCode.UNSUPPORTED_TABLE_TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.builder.ScriptedTrino.Script;
import io.skipping.builder.ScriptedTrino.Step;
import io.skipping.builder.catalog.BuildEvent;
import io.trino.jdbc.TrinoDriver;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableNotFoundException;
import io.trino.spi.type.DateTimeEncoding;
import io.trino.spi.type.TimeZoneKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests the command against a real Trino, over the real driver. */
@Test(singleThreaded = true, groups = "servers")
public class TestIndexBuilderOnTrino {
    /** Long, since machines may be busy; what is awaited comes much sooner. */
    private static final Duration WAIT = Duration.ofMinutes(2);
    /** Not in the common pool, which has one thread where there are two cores. */
    private static final Executor ON_ITS_OWN = Thread::startVirtualThread;

    private static final long MB = 1024 * 1024;

    private ScriptedTrino trino;

    @BeforeClass
    public void start() {
        trino = new ScriptedTrino();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws Exception {
        if (trino != null) {
            trino.close();
        }
    }

    @BeforeMethod
    public void forget() {
        trino.calls().clear();
    }

    @Test
    public void testBuildSummarisesAndPublishes() {
        trino.script(
                "meters",
                Script.of(
                        Step.of(planned(3, 30 * MB), current(5, 50 * MB)),
                        Step.of(done(2, 20 * MB, 4, 1000, 512)),
                        Step.of(done(1, 10 * MB, 1, 500, 512))));
        CapturedRun run = run(0, "build", "--table", "grid.meters", "--user", "ada");
        assertThat(trino.calls()).containsExactly("summarize grid meters null plain by ada", "publish grid meters b1");
        assertThat(run.out())
                .startsWith("grid.meters: summarised 3 objects (30.0 MB) in ")
                .contains("5 ranges, 1,500 rows, 1.0 kB of summaries; 5 objects (50.0 MB) needed nothing");
        assertThat(run.err()).isEmpty();
    }

    @Test
    public void testNothingNewIsPublishedAllTheSame() {
        // objects may be gone, which only publishing takes out
        trino.script("meters", Script.of(Step.of(planned(0, 0), current(5, 50 * MB))));
        CapturedRun run = run(0, "build", "--table", "grid.meters");
        assertThat(trino.calls().getLast()).isEqualTo("publish grid meters b1");
        assertThat(run.out()).isEqualToIgnoringNewLines("grid.meters: up to date; 5 objects (50.0 MB) needed nothing");
    }

    @Test
    public void testNamesAndOptionsArriveAsTheyAre() {
        String name = "o'dd \"table\".x";
        trino.script(name, Script.of(Step.of(new BuildEvent(PLANNED, "b'2\"", 0, 0, 0, 0, 0, null, null))));
        run(
                0,
                "build",
                "--table",
                "\"sche'ma\".\"O'dd \"\"Table\"\".x\"",
                "--range-size",
                "1MB",
                "--session",
                "lake.flavour=with:colon=and-more",
                "--user",
                "ada");
        assertThat(trino.calls())
                .containsExactly(
                        "summarize sche'ma " + name + " 1MB with:colon=and-more by ada",
                        "publish sche'ma " + name + " b'2\"");
    }

    @Test
    public void testFailedObjectsAreNamedAndTheRestIsPublished() {
        trino.script(
                "meters",
                Script.of(
                        Step.of(planned(2, 20 * MB)),
                        Step.of(done(1, 10 * MB, 1, 1, 1)),
                        Step.of(failed("s3://b/bad\u001b[2J.csv", 10 * MB, "not\na CSV"))));
        CapturedRun run = run(3, "build", "--table", "grid.meters");
        assertThat(trino.calls().getLast()).isEqualTo("publish grid meters b1");
        assertThat(run.err())
                .contains(
                        "grid.meters: 1 object could not be summarised; queries read it, and the next build tries again:")
                .as("what an object is called must not command the terminal")
                .contains("  s3://b/bad [2J.csv: not a CSV")
                .doesNotContain("\u001b");
    }

    @Test
    public void testFailureInTheMiddlePublishesNothing() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        trino.script(
                "meters",
                Script.of(Step.of(planned(2, 20 * MB), done(1, 10 * MB, 1, 1, 1)), new Step(gate, List.of())));
        gate.completeExceptionally(new TrinoException(GENERIC_INTERNAL_ERROR, "The disk is full"));
        CapturedRun run = run(1, "build", "--table", "grid.meters");
        assertThat(trino.calls()).noneMatch(call -> call.startsWith("publish"));
        assertThat(run.err()).contains("error: ").contains("Nothing was published");
        assertThat(run.out()).isEmpty();
    }

    @Test
    public void testFailureToPublish() {
        trino.script(
                "meters",
                new Script(
                        List.of(Step.of(planned(0, 0))),
                        List.of(),
                        Optional.of(new TrinoException(GENERIC_USER_ERROR, "The bucket is read-only"))));
        CapturedRun run = run(1, "build", "--table", "grid.meters");
        assertThat(run.err()).contains("The bucket is read-only").contains("run the same command again");
    }

    @Test
    public void testOneMissingTableDoesNotStopTheNext() {
        trino.script("meters", Script.of(Step.of(planned(0, 0))));
        CapturedRun run = run(1, "build", "--table", "grid.nowhere", "--table", "grid.meters");
        assertThat(run.err()).contains("There is no table lake.grid.nowhere at " + trino.url());
        assertThat(run.out()).contains("grid.meters: up to date");
        assertThat(trino.calls().getLast()).isEqualTo("publish grid meters b1");
    }

    @Test
    public void testAccessDenied() {
        trino.script(
                "meters",
                new Script(
                        List.of(Step.of(planned(0, 0))),
                        List.of(),
                        Optional.of(new TrinoException(PERMISSION_DENIED, "Access Denied: not yours"))));
        CapturedRun run = run(1, "build", "--table", "grid.meters", "--user", "bob");
        assertThat(run.err())
                .contains("User bob may not do this to lake.grid.meters")
                .contains("not yours")
                .contains("INSERT on the table");
    }

    @Test
    public void testCatalogThatIsNotOurs() {
        for (String command : List.of("build", "status", "vacuum")) {
            CapturedRun run = new CapturedRun(new TrinoDriver());
            assertThat(run.run(command, "--server", trino.url(), "--catalog", "plain", "--table", "grid.meters"))
                    .isEqualTo(1);
            assertThat(run.err())
                    .as(command)
                    .contains("Catalog 'plain'")
                    .contains("connector.name=hive")
                    .contains("Catalogs with connector.name=skipping_hive: lake");

            CapturedRun missing = new CapturedRun(new TrinoDriver());
            assertThat(missing.run(command, "--server", trino.url(), "--catalog", "lak", "--table", "grid.meters"))
                    .isEqualTo(1);
            assertThat(missing.err())
                    .as(command)
                    .contains("has no catalog 'lak'")
                    .contains("skipping_hive: lake");
        }
    }

    @Test
    public void testWrongSessionProperty() {
        trino.script("meters", Script.of(Step.of(planned(0, 0))));
        CapturedRun run = run(1, "build", "--table", "grid.meters", "--session", "lake.colour=red");
        assertThat(run.err()).contains("colour").contains("Check --session");
    }

    @Test
    public void testUnreachable() {
        CapturedRun run = new CapturedRun(new TrinoDriver());
        assertThat(run.run(
                        "build",
                        "--server",
                        "http://localhost:1",
                        "--catalog",
                        "lake",
                        "--table",
                        "grid.a",
                        "--table",
                        "grid.b"))
                .isEqualTo(1);
        assertThat(run.err().lines())
                .as("the second table would fare no better")
                .hasSize(1)
                .allMatch(line -> line.startsWith("error: Cannot reach Trino at http://localhost:1 ("));
    }

    @Test
    public void testWrongDriverProperty() {
        CapturedRun run = run(1, "build", "--table", "grid.meters", "--property", "colour=red");
        assertThat(run.err()).contains("colour").contains("--property");
    }

    @Test
    public void testChangesOfIndexesAreReported() {
        trino.script(
                "meters",
                Script.of(
                        Step.of(new BuildEvent(PLANNED, "b1", 0, 0, 0, 0, 0, null, "new indexes: bloom(vid)")),
                        Step.of(current(1, MB))));
        assertThat(run(0, "build", "--table", "grid.meters").out())
                .contains("grid.meters: up to date", "; new indexes: bloom(vid)");
    }

    @Test
    public void testStatus() {
        long published = DateTimeEncoding.packDateTimeWithZone(
                CapturedRun.NOW.minusSeconds(3700).toEpochMilli(), TimeZoneKey.UTC_KEY);
        trino.script(
                "meters",
                new Script(
                        List.of(),
                        List.of(List.of(
                                "minmax(load)",
                                "minmax",
                                List.of("load"),
                                true,
                                9L,
                                10L,
                                1L,
                                95 * MB,
                                100 * MB,
                                12L,
                                2048L,
                                "s7",
                                published,
                                "keep",
                                "")),
                        Optional.empty()));
        CapturedRun run = run(0, "status", "--table", "grid.meters");
        assertThat(run.out().lines())
                .containsExactly(
                        "grid.meters: 9 of 10 objects are summarised (95.0 MB of 100.0 MB), 1 changed since, in 12 ranges; indexes take 2.0 kB; published 1h 01m ago",
                        "  COLUMNS  INDEXES  CHOSEN BY  COVERAGE",
                        "  load     minmax   user         95.0 %");

        trino.script("bare", Script.of());
        assertThat(run(0, "status", "--table", "grid.bare").out()).contains("grid.bare has no index");
        assertThat(run(1, "status", "--table", "grid.nowhere").err()).contains("There is no table lake.grid.nowhere");
    }

    @Test
    public void testColumnsThatNoIndexFitsAreNamedWhenIndexesAreNew() {
        List<List<?>> indexes = List.of(List.of(
                "minmax(ranges)",
                "minmax",
                List.of("ranges"),
                false,
                1L,
                1L,
                0L,
                MB,
                MB,
                1L,
                2048L,
                "s7",
                DateTimeEncoding.packDateTimeWithZone(CapturedRun.NOW.toEpochMilli(), TimeZoneKey.UTC_KEY),
                "keep",
                ""));
        trino.script(
                "meters",
                new Script(List.of(Step.of(planned(1, MB), done(1, MB, 1, 1, 1))), indexes, Optional.empty()));
        assertThat(run(0, "build", "--table", "grid.meters").out())
                .as("a first build")
                .contains(
                        "No index is over index_name varchar: ",
                        "No index is over columns array(varchar): ask for elements(columns)")
                .as("a column that is in the names of folders needs no index")
                .doesNotContain("No index is over index_type ")
                .doesNotContain("No index is over ranges ");
        trino.script(
                "meters",
                new Script(
                        List.of(Step.of(planned(1, MB), current(5, MB), done(1, MB, 1, 1, 1))),
                        indexes,
                        Optional.empty()));
        assertThat(run(0, "build", "--table", "grid.meters").out())
                .as("a later build")
                .doesNotContain("No index is over");
    }

    @Test
    public void testDoctorAsksWhoMayBuildWithoutBuilding() {
        trino.script("examined", Script.of(new Step(new CompletableFuture<>(), List.of(done(1, MB, 1, 1, 1)))));
        CapturedRun run = run(1, "doctor", "--read-only", "--table", "grid.examined", "--user", "bob");
        assertThat(run.out())
                .as("the connector here has no table of its nodes, and an index that nobody has built")
                .contains("PROBLEM  plugin", "warning  grid.examined  it has no index")
                .contains("1 problem, 1 warning");
        assertThat(trino.calls())
                .as("the connector checks rights when it analyses the function")
                .containsExactly("summarize grid examined null plain by bob");
        assertThat(trino.states("EXPLAIN (TYPE VALIDATE)"))
                .as("the build whose only step never ends was not begun")
                .containsExactly("FINISHED ");
    }

    @Test
    public void testVacuum() {
        trino.script("meters", Script.of());
        assertThat(run(0, "vacuum", "--table", "grid.meters", "--dry-run").out())
                .contains("grid.meters: nothing to delete that is older than 1h");
        assertThat(trino.calls()).as("nothing was deleted").isEmpty();
        assertThat(run(0, "vacuum", "--table", "grid.meters").out())
                .contains("grid.meters: nothing to delete that is older than 1h");
        assertThat(trino.calls())
                .as("a vacuum of a search engine first notes what a later one deletes and lists")
                .containsExactly("vacuum grid meters 1h false");
        trino.script(
                "meters",
                new Script(
                        List.of(),
                        List.of(),
                        List.of(
                                List.of("2d", "s3://b/_skipping/a.parquet", 3000L),
                                List.of("2d", "s3://b/_skipping/b.json", 3000L),
                                List.of("1h", "s3://b/_skipping/young.json", 100L)),
                        Optional.empty()));
        assertThat(run(0, "vacuum", "--table", "grid.meters", "--older-than", "2d", "--dry-run")
                        .out()
                        .lines())
                .containsExactly(
                        "grid.meters: would delete 2 files (2.9 kB) that nothing needs and that are older than 2d",
                        "  s3://b/_skipping/a.parquet",
                        "  s3://b/_skipping/b.json");
        assertThat(trino.calls()).as("nothing more was deleted").hasSize(1);
        assertThat(run(0, "vacuum", "--table", "grid.meters").out())
                .contains("deleted 1 file (100 B) that nothing needs and that is older than 1h");
        assertThat(trino.calls()).containsExactly("vacuum grid meters 1h false", "vacuum grid meters 1h false");
    }

    @Test
    public void testYoungObjectsAreLeftToASecondBuild() {
        BuildEvent young = new BuildEvent(YOUNG, "b1", 2, 20 * MB, 0, 0, 0, null, null);
        trino.script("meters", Script.of(Step.of(planned(1, MB), young), Step.of(done(1, MB, 1, 1, 1))));
        CapturedRun run = run(0, "build", "--table", "grid.meters");
        assertThat(run.out().lines())
                .as("the second build found young objects, too, and no third one waits for them")
                .hasSize(2)
                .allSatisfy(
                        line -> assertThat(line)
                                .startsWith("grid.meters: summarised 1 object ")
                                .contains(
                                        "; 2 objects (20.0 MB) are left to the next build, as they were modified less than 2 seconds before this one began"));
        assertThat(run.err()).containsOnlyOnce("grid.meters: building again in 3s, for what was modified just now");
        assertThat(trino.calls()).hasSize(4).endsWith("publish grid meters b1");
    }

    @Test
    public void testAllTablesOfASchema() throws Exception {
        try (ScriptedTrino other = new ScriptedTrino()) {
            other.script("a", Script.of(Step.of(planned(0, 0))));
            other.script(
                    "acid",
                    new Script(
                            List.of(Step.of(planned(0, 0))),
                            List.of(),
                            Optional.of(new TrinoException(NOT_SUPPORTED, "ACID tables cannot be indexed"))));
            other.script(
                    "delta",
                    new Script(
                            List.of(Step.of(planned(0, 0))),
                            List.of(),
                            Optional.of(new TrinoException(
                                    UNSUPPORTED_TABLE_TYPE, "Cannot query Delta Lake table 'grid.delta'"))));
            other.script(
                    "dropped",
                    new Script(
                            List.of(Step.of(planned(0, 0))),
                            List.of(),
                            Optional.of(new TableNotFoundException(new SchemaTableName("grid", "dropped")))));
            other.script("z", Script.of(Step.of(planned(0, 0))));
            CapturedRun run = new CapturedRun(new TrinoDriver());
            assertThat(run.run(
                            "build",
                            "--server",
                            other.url(),
                            "--catalog",
                            "lake",
                            "--schema",
                            "GRID",
                            "--table",
                            "grid.z"))
                    .as(run.err())
                    .isZero();
            assertThat(run.out().lines()).containsExactly("grid.z: up to date", "grid.a: up to date");
            assertThat(run.err().lines())
                    .as("what cannot be indexed is no failure, nor is what was dropped since it was listed")
                    .satisfiesExactly(
                            acid -> assertThat(acid)
                                    .startsWith("skipped: lake.grid.acid: ")
                                    .contains("ACID tables cannot be indexed"),
                            delta -> assertThat(delta)
                                    .as("a table of another connector in the same metastore")
                                    .startsWith("skipped: lake.grid.delta: ")
                                    .contains("Cannot query Delta Lake table"));

            CapturedRun missing = new CapturedRun(new TrinoDriver());
            assertThat(missing.run("status", "--server", other.url(), "--catalog", "lake", "--schema", "gird"))
                    .isEqualTo(1);
            assertThat(missing.err()).contains("There is no schema lake.gird at " + other.url());
        }
    }

    @Test
    public void testEndingTheProcessCancelsTheQuery() throws Exception {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        trino.script(
                "interrupted",
                Script.of(
                        Step.of(planned(2, 20 * MB), done(1, 10 * MB, 1, 1, 1)),
                        new Step(gate, List.of(done(1, 10 * MB, 1, 1, 1)))));
        CapturedRun run = new CapturedRun(new TrinoDriver());
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                () -> run.run("build", "--server", trino.url(), "--catalog", "lake", "--table", "grid.interrupted"),
                ON_ITS_OWN);
        try {
            Awaiting.await(() -> trino.states("'interrupted'").contains("RUNNING "));
            run.interruption().request(WAIT);
            assertThat(code.get(WAIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1);
            Awaiting.await(() -> trino.states("'interrupted'").equals(List.of("FAILED USER_CANCELED")));
        } finally {
            gate.complete(null);
        }
        assertThat(run.err()).contains("error: Interrupted. Nothing was published");
        assertThat(trino.calls()).noneMatch(call -> call.startsWith("publish"));
    }

    @Test
    public void testWatchSurvivesErrorsAndEndsWhenTold() throws Exception {
        CapturedRun run = new CapturedRun(new TrinoDriver());
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                () -> run.run(
                        "build",
                        "--server",
                        trino.url(),
                        "--catalog",
                        "lake",
                        "--table",
                        "grid.late",
                        "--watch",
                        "50ms"),
                ON_ITS_OWN);
        Awaiting.await(() -> run.err().contains("There is no table lake.grid.late"));
        trino.script("late", Script.of(Step.of(planned(1, MB), done(1, MB, 1, 1, 1))));
        Awaiting.await(() -> run.out().contains("grid.late: summarised 1 object"));
        Awaiting.await(() -> run.err().contains("builds work again"));
        assertThat(run.out()).contains(CapturedRun.NOW + " grid.late: summarised 1 object");
        assertThat(run.err().lines())
                .as("each line has the time")
                .allMatch(line -> line.startsWith(CapturedRun.NOW + " "))
                .as("the outage is told of once, and its end")
                .satisfiesOnlyOnce(line -> assertThat(line).contains("trying again every 0s; until then queries use"))
                .satisfiesOnlyOnce(line -> assertThat(line).contains("builds work again; some had failed since"));
        Awaiting.await(() -> publications() >= 3);
        run.interruption().request(WAIT);
        code.get(WAIT.toSeconds(), TimeUnit.SECONDS);
    }

    private long publications() {
        return new ArrayList<>(trino.calls())
                .stream().filter(call -> call.startsWith("publish grid late")).count();
    }

    private CapturedRun run(int expectedCode, String command, String... arguments) {
        CapturedRun run = new CapturedRun(new TrinoDriver());
        List<String> all = new ArrayList<>(List.of(command, "--server", trino.url(), "--catalog", "lake"));
        all.addAll(List.of(arguments));
        int code = run.run(all.toArray(String[]::new));
        assertThat(code).as("%s%s%s", all, run.out(), run.err()).isEqualTo(expectedCode);
        return run;
    }

    private static BuildEvent planned(long objects, long bytes) {
        return new BuildEvent(PLANNED, "b1", objects, bytes, 0, 0, 0, null, null);
    }

    private static BuildEvent current(long objects, long bytes) {
        return new BuildEvent(CURRENT, "b1", objects, bytes, 0, 0, 0, null, null);
    }

    private static BuildEvent done(long objects, long bytes, long ranges, long rows, long indexBytes) {
        return new BuildEvent(DONE, "b1", objects, bytes, ranges, rows, indexBytes, null, null);
    }

    private static BuildEvent failed(String object, long bytes, String message) {
        return new BuildEvent(FAILED, "b1", 1, bytes, 0, 0, 0, object, message);
    }
}
