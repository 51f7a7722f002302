// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.builder.FakeTrino.Answers;
import io.skipping.builder.catalog.TrinoErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that a build publishes nothing whose end it was not told of, whatever breaks, and that the user hears what to
 * do.
 */
public class TestBuildFaults {
    @Test
    public void testConnectionLostInTheMiddle() {
        FakeTrino trino = new FakeTrino(summarize(breaksAfter(
                List.of(row("planned", "b1", 2), row("done", "b1", 1)),
                () -> new SQLException(
                        "Error fetching results", new UncheckedIOException(new SocketException("Connection reset"))))));
        CapturedRun run = build(trino, 1);
        assertThat(trino.statements()).hasSize(1);
        assertThat(run.err())
                .contains("error: Lost the connection to Trino at http://localhost:8080: Connection reset. ")
                .contains("what was summarised is kept, and the next build goes on from there");
    }

    @Test
    public void testDriverThrowsAtRandom() {
        FakeTrino trino = new FakeTrino(summarize(
                breaksAfter(List.of(row("planned", "b1", 2)), () -> new CancellationException("Task was cancelled"))));
        CapturedRun run = build(trino, 1);
        assertThat(trino.statements()).hasSize(1);
        assertThat(run.err()).contains("Task was cancelled. Nothing was published");
    }

    @Test
    public void testConnectionLostWhilePublishing() {
        FakeTrino trino = new FakeTrino(sql -> {
            if (sql.startsWith("CALL")) {
                throw new SQLException("Error executing query", new SocketException("Broken pipe"));
            }
            return List.of(row("planned", "b1", 0)).iterator();
        });
        CapturedRun run = build(trino, 1);
        assertThat(run.err())
                .contains("Broken pipe")
                .as("nobody knows whether the server was done")
                .contains("may not be published: run the same command again");
    }

    @Test
    public void testCancelledQueryThatLooksLikeAFinishedOne() throws Exception {
        CompletableFuture<Void> started = new CompletableFuture<>();
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        FakeTrino trino = new FakeTrino(summarize(new Iterator<>() {
            private boolean first = true;

            @Override
            public boolean hasNext() {
                if (first) {
                    return true;
                }
                started.complete(null);
                cancelled.join();
                return false;
            }

            @Override
            public Map<String, Object> next() {
                first = false;
                return row("planned", "b1", 1);
            }
        }));
        CapturedRun run = new CapturedRun(trino.driver());
        CompletableFuture<Integer> code =
                CompletableFuture.supplyAsync(() -> run.run(arguments()), Thread::startVirtualThread);
        started.get(2, TimeUnit.MINUTES);
        run.interruption().request(Duration.ofMillis(200));
        cancelled.complete(null);
        assertThat(code.get(2, TimeUnit.MINUTES)).isEqualTo(1);
        assertThat(trino.statements()).noneMatch(sql -> sql.startsWith("CALL"));
        assertThat(run.err()).contains("error: Interrupted. Nothing was published");
    }

    @Test
    public void testInterruptedBeforeItBegins() {
        FakeTrino trino =
                new FakeTrino(summarize(List.of(row("planned", "b1", 0)).iterator()));
        CapturedRun run = new CapturedRun(trino.driver());
        run.interruption().request(Duration.ZERO);
        assertThat(run.run(arguments())).isEqualTo(1);
        assertThat(trino.statements()).isEmpty();
    }

    @Test
    public void testConnectorOfAnotherVersion() {
        for (List<Map<String, Object>> rows : List.of(
                List.<Map<String, Object>>of(),
                List.of(row("planned", null, 1)),
                List.of(row("planned", "b1", 1), row("done", "b2", 1)))) {
            FakeTrino trino = new FakeTrino(summarize(rows.iterator()));
            CapturedRun run = build(trino, 1);
            assertThat(trino.statements()).as("%s", rows).hasSize(1);
            assertThat(run.err()).contains("use the command of the same version as the plugin");
        }
    }

    @Test
    public void testEventsOfANewerConnectorChangeNothing() {
        FakeTrino trino = new FakeTrino(summarize(
                List.of(row("planned", "b1", 0), row("thinking", "b1", 7)).iterator()));
        CapturedRun run = build(trino, 0);
        assertThat(run.out()).contains("up to date");
    }

    @Test
    public void testCatalogsThatMayNotBeSeen() {
        FakeTrino trino = new FakeTrino(sql -> {
            throw sql.contains("system.metadata")
                    ? new SQLException("Access Denied", "", TrinoErrors.PERMISSION_DENIED)
                    : new SQLException("Table function not registered", "", TrinoErrors.FUNCTION_NOT_FOUND);
        });
        assertThat(build(trino, 1).err()).contains("error: lake.grid.meters: Table function not registered");
    }

    @Test
    public void testPasswordIsSentAndNeverShown() {
        FakeTrino trino = new FakeTrino(_ -> {
            throw new SQLException("Authentication failed: Unauthorized");
        });
        CapturedRun run = new CapturedRun(trino.driver(), Map.of("TRINO_PASSWORD", "s3cret"), Optional.empty());
        assertThat(run.run(
                        "build",
                        "--server",
                        "https://trino.example.com",
                        "--catalog",
                        "lake",
                        "--table",
                        "grid.meters",
                        "--user",
                        "ada",
                        "--password"))
                .isEqualTo(1);
        assertThat(trino.connections().getFirst())
                .containsEntry("password", "s3cret")
                .containsEntry("SSL", "true");
        assertThat(run.err())
                .contains("Trino at https://trino.example.com:443 does not accept user ada")
                .doesNotContain("s3cret");
    }

    @DataProvider
    public Object[][] formats() {
        return new Object[][] {{List.of()}, {List.of("--json")}};
    }

    @Test(dataProvider = "formats")
    public void testAdviceThatIsAppliedTellsOfObjectsThatFailed(List<String> format) {
        Map<String, Object> failed = row("failed", "b1", 1);
        failed.put("object", "s3://b/damaged.gz");
        failed.put("message", "not a gzip file");
        FakeTrino trino = new FakeTrino(sql -> {
            if (sql.contains("$objects")) {
                return List.<Map<String, Object>>of(Map.of(
                                "object",
                                "s3://b/damaged.gz",
                                "object_size",
                                1024L,
                                "objects",
                                1L,
                                "bytes",
                                1024L,
                                "unindexed",
                                1L))
                        .iterator();
            }
            if (sql.startsWith("SHOW CREATE TABLE")) {
                return List.<Map<String, Object>>of(Map.of("Create Table", "CREATE TABLE grid.meters"))
                        .iterator();
            }
            return sql.contains("summarize")
                    ? List.of(row("planned", "b1", 1), failed).iterator()
                    : Collections.emptyIterator();
        });
        CapturedRun run = new CapturedRun(trino.driver());
        List<String> arguments = new ArrayList<>(List.of(
                "advise", "--server", "localhost:8080", "--catalog", "lake", "--table", "grid.meters", "--apply"));
        arguments.addAll(List.of("--query", "SELECT * FROM lake.grid.meters"));
        arguments.addAll(format);
        assertThat(run.run(arguments.toArray(String[]::new)))
                .as("%s%s", run.out(), run.err())
                .isEqualTo(3);
        assertThat(run.err()).contains("1 object could not be summarised", "s3://b/damaged.gz: not a gzip file");
        assertThat(trino.statements()).anyMatch(sql -> sql.contains("publish_index"));
    }

    /** Whoever owns the table may have named a column so, and dropped it; the user who asks for advice may have more rights. */
    @Test
    public void testNamesInALogAreNoQueries() throws IOException {
        Path log = Files.createTempFile("queries", ".jsonl");
        try {
            Files.writeString(
                    log,
                    "{\"catalog\":\"lake\",\"schema\":\"grid\",\"table\":\"meters\",\"conditions\":{\"(SELECT max(pay) FROM lake.hr.salaries)\":[1]}}\n");
            FakeTrino trino = new FakeTrino(sql -> {
                if (sql.contains("$objects")) {
                    return List.<Map<String, Object>>of(Map.of("object", "s3://b/a.csv", "object_size", 1024L))
                            .iterator();
                }
                return sql.startsWith("SHOW CREATE TABLE")
                        ? List.<Map<String, Object>>of(Map.of("Create Table", "CREATE TABLE grid.meters"))
                                .iterator()
                        : Collections.emptyIterator();
            });
            CapturedRun run = new CapturedRun(trino.driver());
            int code = run.run(
                    "advise",
                    "--server",
                    "localhost:8080",
                    "--catalog",
                    "lake",
                    "--table",
                    "grid.meters",
                    "--log",
                    log.toString());
            assertThat(trino.statements())
                    .as("%s%s", run.out(), run.err())
                    .isNotEmpty()
                    .noneMatch(sql -> sql.contains("salaries"));
            assertThat(code).isEqualTo(1);
            assertThat(run.err()).contains("none of the 1 lines of the log has a condition that can be measured");
        } finally {
            Files.delete(log);
        }
    }

    @DataProvider
    public Object[][] commands() {
        return new Object[][] {{"build"}, {"status"}, {"vacuum"}, {"copy --from object-store"}};
    }

    /** A store that does not answer keeps a statement waiting: the user hears of it while it waits. */
    @Test(dataProvider = "commands")
    public void testSilenceIsToldOf(String command) throws Exception {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        FakeTrino trino = new FakeTrino(sql -> {
            answer.join();
            return sql.contains("summarize")
                    ? List.of(row("planned", "b1", 0)).iterator()
                    : Collections.emptyIterator();
        });
        AtomicLong seconds = new AtomicLong();
        // time flies
        CapturedRun run = new CapturedRun(
                trino.driver(), Map.of(), Optional.empty(), () -> TimeUnit.SECONDS.toNanos(seconds.addAndGet(10)));
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                () -> run.run((command + " --server localhost:8080 --catalog lake --table grid.meters").split(" ")));
        try {
            Awaiting.await(() -> run.err().contains("grid.meters: nothing heard from Trino for "));
        } finally {
            answer.complete(null);
        }
        assertThat(code.get(1, TimeUnit.MINUTES)).isZero();
    }

    @Test
    public void testRangesWithoutASummaryAreToldOf() {
        FakeTrino trino = new FakeTrino(sql -> {
            if (sql.contains("summarize")) {
                return List.of(row("planned", "b1", 1), row("current", "b1", 9), row("done", "b1", 1))
                        .iterator();
            }
            if (sql.contains("$indexes")) {
                Map<String, Object> index = new HashMap<>();
                index.put("index_name", "ngram(note)");
                index.put("index_type", "ngram");
                index.put("ranges", 40L);
                return List.of(index).iterator();
            }
            return sql.contains("$index")
                    ? List.<Map<String, Object>>of(Map.of("index_name", "ngram(note)", "ranges", 38L))
                            .iterator()
                    : Collections.emptyIterator();
        });
        assertThat(build(trino, 0).out())
                .contains(
                        "ngram(note) has no summary of 2 of 40 ranges: what the texts hold does not fit in its budget; see budget_percent");
        FakeTrino upToDate = new FakeTrino(sql -> {
            assertThat(sql).as("nobody asks after a build of nothing").doesNotContain("$index");
            return sql.contains("summarize")
                    ? List.of(row("planned", "b1", 0)).iterator()
                    : Collections.emptyIterator();
        });
        build(upToDate, 0);
    }

    private static CapturedRun build(FakeTrino trino, int expectedCode) {
        CapturedRun run = new CapturedRun(trino.driver());
        assertThat(run.run(arguments())).as(run.err()).isEqualTo(expectedCode);
        return run;
    }

    private static String[] arguments() {
        return new String[] {"build", "--server", "localhost:8080", "--catalog", "lake", "--table", "grid.meters"};
    }

    private static Answers summarize(Iterator<Map<String, Object>> rows) {
        return _ -> rows;
    }

    private interface Failure {
        Exception make();
    }

    private static Iterator<Map<String, Object>> breaksAfter(List<Map<String, Object>> rows, Failure failure) {
        Iterator<Map<String, Object>> iterator = rows.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                if (!iterator.hasNext()) {
                    TestBuildFaults.<RuntimeException>sneakyThrow(failure.make());
                }
                return true;
            }

            @Override
            public Map<String, Object> next() {
                if (!iterator.hasNext()) {
                    throw new NoSuchElementException();
                }
                return iterator.next();
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> void sneakyThrow(Exception e) throws E {
        throw (E) e;
    }

    private static Map<String, Object> row(String event, String build, long objects) {
        Map<String, Object> row = new HashMap<>();
        row.put("event", event);
        row.put("build", build);
        row.put("objects", objects);
        row.put("bytes", objects * 1024);
        return row;
    }
}
