// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.Catalogs;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.trino.LocalTrino;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * Tests the job that builds indexes, as users have it, with a real server of Trino 483 that keeps a query log. The JDBC driver
 * and the parser in the job's jar are of Trino 476.
 */
@Test(groups = "servers")
public class TestIndexBuilderOn483 {
    private static final String TABLE = "grid.meters";
    private static final int OBJECTS = 3;
    /** Builds leave younger objects to the next build. The endpoint tells whole seconds. */
    private static final int OLD_ENOUGH_MILLIS = 3500;

    private static final long LONGEST_RUN_SECONDS = 120;

    private Path folder;
    private Path log;
    private LocalS3 s3;
    private LocalTrino trino;
    private Queries queries;

    @BeforeClass
    public void start() throws IOException, SQLException {
        try {
            Checkout.skippingPlugin(TrinoRelease.TRINO_483.toString());
            Checkout.indexBuilder();
        } catch (IOException e) {
            // 'mvn verify' of everything builds them; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        folder = Files.createTempDirectory("builder-483");
        log = folder.resolve("queries.jsonl");
        Path listener = folder.resolve("event-listener.properties");
        Files.writeString(listener, """
                event-listener.name=skipping-query-log
                skipping.query-log.file=%s
                skipping.query-log.query-text=true
                """.formatted(log));
        s3 = LocalS3.start(folder.resolve("s3"));
        s3.createBucket("lake");
        Map<String, String> hive = Catalogs.hiveOnLocalS3(s3, folder.resolve("metastore"));
        Map<String, String> skipping = new LinkedHashMap<>(hive);
        // what is skipped must not depend on how busy the machine is
        skipping.put("skipping.lookup-timeout", "1m");
        trino = LocalTrino.builder()
                .release(TrinoRelease.TRINO_483)
                .directory(folder.resolve("trino"))
                .catalog("lake", Catalogs.withConnector(Catalogs.SKIPPING, skipping))
                .catalog("hive", Catalogs.withConnector(Catalogs.HIVE, hive))
                .config("event-listener.config-files", listener.toString())
                .start();
        queries = new Queries(s3.log(), trino.connect());
        queries.rows("CREATE SCHEMA lake.grid");
        String rows =
                "SELECT %1$d + x AS number, 'meter ' || CAST(%1$d + x AS varchar) AS name FROM UNNEST(sequence(0, 99)) AS s(x)";
        queries.rows(
                "CREATE TABLE lake.grid.meters WITH (format = 'PARQUET', external_location = 's3://lake/meters') AS "
                        + rows.formatted(0));
        for (int object = 1; object < OBJECTS; object++) {
            queries.rows("INSERT INTO lake.grid.meters " + rows.formatted(object * 100));
        }
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException, SQLException {
        if (queries != null) {
            queries.close();
        }
        if (trino != null) {
            trino.close();
        }
        if (s3 != null) {
            s3.close();
        }
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    @Test
    public void testAnIndexIsBuiltAndShown() throws IOException, InterruptedException, SQLException {
        assertThat(queries.rows("SELECT version()")).containsExactly(List.of("483"));
        assertThat(status().get("indexes").size())
                .as("indexes before the first build")
                .isZero();

        TimeUnit.MILLISECONDS.sleep(OLD_ENOUGH_MILLIS);
        assertThat(run("build", "--table", TABLE))
                .startsWith(TABLE + ": summarised 3 objects (")
                .contains("3 ranges, 300 rows");
        assertThat(run("build", "--schema", "grid"))
                .startsWith(TABLE + ": up to date; 3 objects (")
                .contains("needed nothing");

        JsonNode indexes = status().get("indexes");
        assertThat(indexes.size()).isPositive();
        for (JsonNode index : indexes) {
            assertThat(index.get("objects_indexed").asInt()).as("%s", index).isEqualTo(OBJECTS);
            assertThat(index.get("objects_total").asInt()).as("%s", index).isEqualTo(OBJECTS);
            assertThat(index.get("problem").isNull()).as("%s", index).isTrue();
        }
        String query = "SELECT number, name FROM %s.grid.meters WHERE number = 150";
        Run plain = queries.run(query.formatted("hive"));
        Run skipping = queries.run(query.formatted("lake"));
        assertThat(skipping.rows()).hasSize(1).isEqualTo(plain.rows());
        assertThat(plain.objects("meters/")).isEqualTo(OBJECTS);
        assertThat(skipping.objects("meters/")).as("the object with the row").isEqualTo(1);
        assertThat(status().at("/scans/objects_pruned").asInt()).isEqualTo(OBJECTS - 1);
        assertThat(run("vacuum", "--dry-run", "--table", TABLE)).startsWith(TABLE);
        assertThat(run("doctor", "--table", TABLE).lines())
                .as("the server, the plugin, the store, the rights and the index are sound")
                .hasSize(6)
                .anyMatch(line -> line.matches("ok +server +1 node of Trino 483"))
                .anyMatch(line -> line.matches("ok +plugin +\\S+ on all nodes, as this command"))
                .anyMatch(line -> line.matches("ok +java +\\d+.*"))
                .anyMatch(line -> line.matches("ok +clocks .*"))
                .anyMatch(line -> line.matches("ok +grid.meters +3 of 3 objects \\(100 % of the bytes\\) .*"))
                .endsWith("Nothing to do");
    }

    @Test(dependsOnMethods = "testAnIndexIsBuiltAndShown")
    public void testTheQueryLogIsWrittenAndAdvisedFrom() throws IOException, InterruptedException, SQLException {
        queries.run("SELECT count(*) FROM lake.grid.meters WHERE name LIKE '%meter 27%' AND number > 5");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_RUN_SECONDS);
        while (!logged().contains("meter 27") && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(logged()).contains("\"conditions\":{\"number\":[150]}", "meter 27");
        assertThat(run("advise", "--table", TABLE, "--log", log.toString()))
                .contains("name LIKE ? AND number > ?", "ngram(name)");
    }

    private String logged() throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }

    private JsonNode status() throws IOException, InterruptedException {
        return new JsonMapper()
                .readTree(run("status", "--json", "--table", TABLE))
                .get(0);
    }

    /** Runs a command of the job, and returns its output. */
    private String run(String command, String... arguments) throws IOException, InterruptedException {
        List<String> job = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Checkout.indexBuilder().toString(),
                command,
                "--server",
                trino.uri().toString(),
                "--catalog",
                "lake"));
        job.addAll(List.of(arguments));
        Path output = folder.resolve("job.out");
        Path errors = folder.resolve("job.err");
        Process process = new ProcessBuilder(job)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS))
                    .as("%s ends: %s", command, Files.readString(errors))
                    .isTrue();
            assertThat(process.exitValue())
                    .as("exit code; %s said: %s", command, Files.readString(errors))
                    .isZero();
            return Files.readString(output);
        } finally {
            process.destroyForcibly();
        }
    }
}
