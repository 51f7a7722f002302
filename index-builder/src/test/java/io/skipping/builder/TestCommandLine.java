// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.testng.annotations.Test;

public class TestCommandLine {
    private static final List<String> TARGET =
            List.of("--server", "http://localhost:8080", "--catalog", "lake", "--table", "grid.meters");

    @Test
    public void testHelpTellsOfExitCodes() {
        for (List<String> arguments : List.of(
                List.of("--help"),
                List.of("build", "--help"),
                List.of("status", "-h"),
                List.of("doctor", "-h"),
                List.of("advise", "-h"),
                List.of("vacuum", "-h"),
                List.of("copy", "-h"))) {
            CapturedRun run = new CapturedRun(nobody().driver());
            assertThat(run.run(arguments.toArray(String[]::new))).isZero();
            assertThat(run.out())
                    .contains("Usage: index-builder")
                    .contains("Exit codes:")
                    .contains("3   published, but some objects could not be summarised");
        }
    }

    @Test
    public void testOneExitCodeIsOfDoctorAlone() {
        String code = "  4   something could not be examined, and nothing else was found";
        for (String command : List.of("build", "doctor")) {
            CapturedRun run = new CapturedRun(nobody().driver());
            assertThat(run.run(command, "--help")).isZero();
            assertThat(run.out().contains(code)).as(command).isEqualTo(command.equals("doctor"));
        }
    }

    @Test
    public void testVersion() {
        CapturedRun run = new CapturedRun(nobody().driver());
        assertThat(run.run("--version")).isZero();
        assertThat(run.out()).startsWith("index-builder ");
    }

    @Test
    public void testUsageErrors() {
        assertUsageError(List.of(), "No command given");
        assertUsageError(List.of("built"), "built");
        assertUsageError(List.of("build"), "Missing required options");
        assertUsageError(
                List.of("build", "--server", "http://x", "--catalog", "lake", "--tabel", "grid.meters"),
                "Unknown option '--tabel'. Did you mean '--table'");
        assertUsageError(
                List.of("status", "--sever=http://s3cret", "--catalog", "lake", "--table", "a.b"),
                "Unknown option '--sever'. Did you mean '--server'");
        assertUsageError(with("build", "--zzzzzzzz"), "Unknown option '--zzzzzzzz'");
        assertUsageError(
                List.of("build", "--server", "http://x", "--catalog", "lake"),
                "Missing required option: '--table=SCHEMA.TABLE', or '--schema=SCHEMA'");
        assertUsageError(with("build", "--table", "meters"), "'meters' is not a table");
        assertUsageError(with("build", "--table", "a.b.c"), "'a.b.c' is not a table");
        assertUsageError(with("build", "--range-size", "8 parsecs"), "--range-size must be a size such as 8MB");
        assertUsageError(with("build", "--watch", "often"), "'often' is not a duration");
        assertUsageError(with("build", "--watch", "0s"), "--watch must be more than nothing");
        assertUsageError(with("build", "--progress", "loud"), "loud");
        assertUsageError(with("build", "--property", "SSL"), "SSL");
        assertUsageError(with("build", "--property", "user=eve"), "use --user");
        assertUsageError(with("build", "--session", "a=b;c"), "without ';'");
        assertUsageError(with("vacuum", "--older-than", "yesterday"), "'yesterday' is not a duration");
        assertUsageError(with("doctor", "--max-age", "old"), "'old' is not a duration");
        assertUsageError(with("copy"), "--from=STORE");
        assertUsageError(with("advise", "--log", "a", "--query", "SELECT 1"), "--log and --query cannot be given");
        assertUsageError(with("advise", "--log", "/nowhere/q.jsonl"), "--log /nowhere/q.jsonl: there is no such file");
        assertUsageError(with("advise", "--sample-objects", "0"), "--sample-objects must be 1 or more");
        assertUsageError(with("advise", "--sample-size", "big"), "--sample-size: 'big' is not a size");
        assertUsageError(
                List.of("build", "--server", "ftp://x", "--catalog", "lake", "--table", "a.b"), "--server must be");
        assertUsageError(
                List.of("build", "--server", "http://x/path", "--catalog", "lake", "--table", "a.b"),
                "--server must be");
    }

    @Test
    public void testPasswordOnTheCommandLineIsRefusedAndNotShown() {
        assertThat(assertUsageError(with("build", "--password", "s3cret"), "takes no value"))
                .doesNotContain("s3cret");
        assertThat(assertUsageError(with("build", "--password=s3cret"), "takes no value"))
                .doesNotContain("s3cret");
        assertThat(assertUsageError(
                        List.of("build", "--server", "http://eve:s3cret@x", "--catalog", "lake", "--table", "a.b"),
                        "--server must be"))
                .doesNotContain("s3cret");
    }

    @Test
    public void testPasswordNeedsEncryption() {
        CapturedRun run = new CapturedRun(nobody().driver(), Map.of("TRINO_PASSWORD", "s3cret"), Optional.empty());
        assertThat(run.run(with("build", "--password").toArray(String[]::new))).isEqualTo(2);
        assertThat(run.err())
                .contains("--password needs an encrypted connection")
                .doesNotContain("s3cret");
    }

    @Test
    public void testPasswordWithoutTerminal() {
        CapturedRun run = new CapturedRun(nobody().driver());
        assertThat(run.run(with("build", "--password").toArray(String[]::new))).isEqualTo(1);
        assertThat(run.err()).contains("set TRINO_PASSWORD");
    }

    @Test
    public void testTypedPassword() {
        FakeTrino trino = nobody();
        CapturedRun run = new CapturedRun(trino.driver(), Map.of(), Optional.of("typed"));
        run.run("status", "--server", "https://x:8443", "--catalog", "lake", "--table", "a.b", "--password");
        assertThat(trino.connections().getFirst()).containsEntry("password", "typed");
    }

    @Test
    public void testPropertiesOfTheConnection() {
        FakeTrino trino = nobody();
        CapturedRun run = new CapturedRun(trino.driver());
        assertThat(run.run(with(
                                "status",
                                "--user",
                                "ada",
                                "--session",
                                "query_priority=1",
                                "--session",
                                "lake.a=b:c",
                                "--property",
                                "SSLVerification=NONE")
                        .toArray(String[]::new)))
                .isZero();
        Properties properties = trino.connections().getFirst();
        assertThat(properties)
                .containsEntry("user", "ada")
                .containsEntry("source", "index-builder")
                .containsEntry("sessionProperties", "query_priority:1;lake.a:b:c")
                .containsEntry("SSLVerification", "NONE")
                .doesNotContainKeys("password", "SSL");
    }

    @Test
    public void testTheSameTableTwiceIsDoneOnce() {
        FakeTrino trino = nobody();
        CapturedRun run = new CapturedRun(trino.driver());
        assertThat(run.run(with("status", "--table", "GRID.Meters", "--table", "grid.others")
                        .toArray(String[]::new)))
                .isZero();
        assertThat(trino.statements()).doesNotHaveDuplicates();
        assertThat(trino.statements())
                .filteredOn(statement -> statement.contains("$indexes\""))
                .hasSize(2);
    }

    private static String assertUsageError(List<String> arguments, String message) {
        FakeTrino trino = nobody();
        CapturedRun run = new CapturedRun(trino.driver());
        assertThat(run.run(arguments.toArray(String[]::new)))
                .as("%s", arguments)
                .isEqualTo(2);
        assertThat(run.err()).startsWith("error: ").contains(message);
        assertThat(trino.statements()).isEmpty();
        return run.err();
    }

    private static List<String> with(String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(TARGET);
        arguments.addAll(List.of(more));
        return arguments;
    }

    /** Answers every query with no row. */
    private static FakeTrino nobody() {
        return new FakeTrino(_ -> {
            Iterator<Map<String, Object>> none = List.<Map<String, Object>>of().iterator();
            return none;
        });
    }
}
