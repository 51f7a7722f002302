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
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * Tests the job that builds indexes and the command that lays tables out, as users have them, with a real server of
 * Trino 483 that keeps a query log and shows metrics. The JDBC driver and the parser in their jars are of Trino 476.
 */
@Test(groups = "servers")
public class TestCommandsOn483 {
    private static final String TABLE = "grid.meters";
    private static final int OBJECTS = 3;

    private static final long LONGEST_RUN_SECONDS = 120;

    private Path folder;
    private Path log;
    private LocalS3 s3;
    private LocalTrino trino;
    private int metricsPort;
    private Queries queries;

    @BeforeClass
    public void start() throws IOException, SQLException {
        try {
            Checkout.skippingPlugin(TrinoRelease.TRINO_483.toString());
            Checkout.indexBuilder();
            Checkout.partitioner();
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
        metricsPort = LocalPrometheus.freePort();
        trino = LocalTrino.builder()
                .release(TrinoRelease.TRINO_483)
                // as docs/operations.md says
                .javaArgument(
                        "-javaagent:%s=127.0.0.1:%d:%s".formatted(exporter(), metricsPort, Monitoring.exporterRules()))
                .directory(folder.resolve("trino"))
                .catalog("lake", Catalogs.withConnector(Catalogs.SKIPPING, skipping))
                .catalog("hive", Catalogs.withConnector(Catalogs.HIVE, hive))
                .config("event-listener.config-files", listener.toString())
                .start();
        queries = new Queries(s3.log(), trino.connect());
        queries.rows("CREATE SCHEMA lake.grid");
        String rows =
                "SELECT %1$d + x AS number, 'meter ' || CAST(%1$d + x AS varchar) AS name FROM UNNEST(sequence(0, 99)) AS s(x)";
        create("meters", "PARQUET", rows, 100);
    }

    /** @param rows as SQL, in which the number of an object's first row is put */
    private void create(String table, String format, String rows, int rowsOfAnObject) throws SQLException {
        queries.rows("CREATE TABLE lake.grid.%1$s WITH (format = '%2$s', external_location = 's3://lake/%1$s') AS "
                        .formatted(table, format)
                + rows.formatted(0));
        for (int object = 1; object < OBJECTS; object++) {
            queries.rows("INSERT INTO lake.grid.%s ".formatted(table) + rows.formatted(object * rowsOfAnObject));
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

        s3.age("lake");
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
                .hasSize(7)
                .anyMatch(line -> line.matches("ok +grid.meters +a small file was created, .*"))
                .anyMatch(line -> line.matches("ok +server +1 node of Trino 483"))
                .anyMatch(line -> line.matches("ok +plugin +\\S+ on all nodes, as this command"))
                .anyMatch(line -> line.matches("ok +java +\\d+.*"))
                .anyMatch(line -> line.matches("ok +clocks .*"))
                .anyMatch(line -> line.matches("ok +grid.meters +3 of 3 objects \\(100 % of the bytes\\) .*"))
                .endsWith("Nothing to do");
    }

    /** An object on which every build fails must not look like one that has just come. */
    @Test(dependsOnMethods = "testAnIndexIsBuiltAndShown")
    public void testDoctorTellsOfObjectsThatBuildsLeaveOut() throws IOException, InterruptedException, SQLException {
        queries.rows(
                "CREATE TABLE lake.grid.damaged WITH (format = 'PARQUET', external_location = 's3://lake/damaged') AS SELECT 'a' AS name");
        queries.rows(
                "CREATE TABLE lake.grid.texts (name varchar) WITH (format = 'TEXTFILE', external_location = 's3://lake/damaged')");
        queries.rows("INSERT INTO lake.grid.texts VALUES 'this is no Parquet'");
        s3.age("lake");
        run(3, "build", "--table", "grid.damaged");
        assertThat(run(3, "doctor", "--read-only", "--max-age", "1s", "--table", "grid.damaged")
                        .lines())
                .as("what was not tried differs from what is sound")
                .anyMatch(line -> line.matches("skipped +stores +not tried, because of --read-only"))
                .as("the object, and why it cannot be read")
                .anyMatch(
                        line -> line.matches(
                                "warning +grid.damaged +1 of 2 objects .*; 1 object in no index was modified more than 1s ago, such as s3://lake/damaged/.*, and a later build has left it out: .*lake/damaged/.*"))
                .endsWith("0 problems, 1 warning");
    }

    @Test(dependsOnMethods = "testAnIndexIsBuiltAndShown")
    public void testDoctorTellsOfStagingTables() throws IOException, InterruptedException, SQLException {
        String staging = "_skipping_rewrite_meters_0000dead";
        queries.rows("CREATE TABLE lake.grid.%s (number bigint)".formatted(staging));
        try {
            assertThat(run(3, "doctor", "--table", TABLE).lines())
                    .anyMatch(line ->
                            line.matches("warning +grid.%s +a rewrite of grid.meters uses this .*".formatted(staging)))
                    .endsWith("0 problems, 1 warning");
        } finally {
            queries.rows("DROP TABLE lake.grid." + staging);
        }
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

    /** Checks that the job measures without BETWEEN of something computed, which this release cannot plan. */
    @Test(dependsOnMethods = "testAnIndexIsBuiltAndShown")
    public void testATableAloneIsAdvised() throws IOException, InterruptedException, SQLException {
        String rows =
                "SELECT CAST(TIMESTAMP '2026-01-01 00:00:00' + (%1$d + x) * INTERVAL '1' MINUTE AS varchar) AS pickup, 'went along street ' || CAST(x AS varchar) AS note FROM UNNEST(sequence(0, 999)) AS s(x)";
        create("trips", "TEXTFILE", rows, 1000);
        assertThat(run("advise", "--table", "grid.trips"))
                .contains("CAST(pickup AS timestamp(6)) in a narrow range")
                .contains("create_index");
    }

    @Test(dependsOnMethods = "testAnIndexIsBuiltAndShown")
    public void testATableIsRewrittenByALayout() throws IOException, InterruptedException, SQLException {
        // every object has places from everywhere
        create(
                "places",
                "PARQUET",
                "SELECT %1$d + x AS number, CAST(x / 20 AS double) AS latitude, CAST(x %% 20 AS double) AS longitude FROM UNNEST(sequence(0, 399)) AS s(x)",
                1000);
        Path model = folder.resolve("model.json");
        String[] trained = {"--table", "grid.places", "--columns", "latitude,longitude", "--partitions", "4"};
        partition("train", Stream.concat(Stream.of(trained), Stream.of("--output", model.toString())));
        List<List<Object>> rows = queries.rows("SELECT * FROM hive.grid.places ORDER BY number");
        String partition = "layout_partition('%s', ROW(latitude, longitude))".formatted(Files.readString(model));
        assertThat(
                        queries
                                .rows("SELECT %1$s, count(*) FROM lake.grid.places GROUP BY 1 ORDER BY 1"
                                        .formatted(partition))
                                .stream()
                                .map(List::getFirst))
                .containsExactly(0, 1, 2, 3);

        partition(
                "rewrite",
                Stream.of(
                        "--table",
                        "grid.places",
                        "--model",
                        model.toString(),
                        "--sort",
                        "latitude",
                        "--move-external"));
        assertThat(queries.rows("SELECT * FROM hive.grid.places ORDER BY number"))
                .isEqualTo(rows);
        assertThat(queries.rows(
                        "SELECT count(DISTINCT %1$s), count(DISTINCT \"$path\") FROM lake.grid.places GROUP BY \"$path\""
                                .formatted(partition)))
                .as("an object for each partition")
                .hasSize(4)
                .allMatch(counts -> counts.equals(List.of(1L, 1L)));
        s3.age("lake");
        run("build", "--table", "grid.places");
        String query = "SELECT number FROM %s.grid.places WHERE latitude < 2 AND longitude < 2 ORDER BY number";
        Run plain = queries.run(query.formatted("hive"));
        Run skipping = queries.run(query.formatted("lake"));
        assertThat(skipping.rows()).hasSize(12).isEqualTo(plain.rows());
        assertThat(skipping.objects("places")).as("the object with the corner").isEqualTo(1);
    }

    private void partition(String command, Stream<String> arguments) throws IOException, InterruptedException {
        run(Checkout.partitioner(), 0, command, arguments.toArray(String[]::new));
    }

    @Test(dependsOnMethods = "testAnIndexIsBuiltAndShown")
    public void testDashboardAndAlertsNameMetricsOfTheExporter() throws IOException, InterruptedException {
        Set<String> exported = exported();
        assertThat(exported).contains("skipping_scans_total");
        Map<String, List<String>> expressions = new LinkedHashMap<>(Monitoring.panels());
        expressions.put("variables", Monitoring.variables());
        Monitoring.alerts().forEach((alert, expression) -> expressions.put(alert, List.of(expression)));
        assertThat(expressions).hasSizeGreaterThan(15);
        expressions.forEach((name, all) -> assertThat(all)
                .as(name)
                .isNotEmpty()
                .allSatisfy(expression ->
                        assertThat(Monitoring.metrics(expression)).isNotEmpty().isSubsetOf(exported)));
    }

    @Test(dependsOnMethods = "testAnIndexIsBuiltAndShown")
    public void testAlertsFire() throws IOException, InterruptedException {
        Path promtool = prometheusProgram("promtool");
        for (Path rules : List.of(Monitoring.alertRules(), Monitoring.jobRules())) {
            assertThat(ended(0, "check", promtool.toString(), "check", "rules", rules.toString()))
                    .contains("SUCCESS: %d rules found"
                            .formatted(Monitoring.alerts(rules).size()));
            assertThat(ended(
                            0,
                            "test",
                            promtool.toString(),
                            "test",
                            "rules",
                            Monitoring.tests(rules).toString()))
                    .contains("SUCCESS");
        }
    }

    @Test(dependsOnMethods = "testAnIndexIsBuiltAndShown")
    public void testExpressionsHaveValues() throws IOException, InterruptedException, SQLException {
        Path program = prometheusProgram("prometheus");
        try (LocalPrometheus prometheus =
                LocalPrometheus.start(program, folder.resolve("prometheus"), metricsPort, Monitoring.alertRules())) {
            await(
                    "a first scrape",
                    () -> !prometheus
                            .values("skipping_scans_total{catalog=\"lake\"}")
                            .isEmpty());
            queries.run("SELECT number, name FROM lake.grid.meters WHERE number = 50");
            Map<String, List<String>> panels = Monitoring.panels();
            String share = panels.get("Bytes not read").getFirst();
            await(
                    "scans that have skipped",
                    () -> prometheus.values(share).stream().anyMatch(value -> value > 0));
            panels.forEach((title, expressions) -> assertThat(expressions)
                    .as(title)
                    .allSatisfy(expression ->
                            assertThat(prometheus.values(expression)).isNotEmpty()));
            await(
                    "rules that have been evaluated",
                    () -> !prometheus.rules().toString().contains(" unknown"));
            assertThat(prometheus.rules())
                    .hasSameSizeAs(Monitoring.alerts().keySet())
                    .allMatch(rule -> rule.endsWith(" ok"));
        }
    }

    private static Path prometheusProgram(String name) {
        return LocalPrometheus.program(name)
                .orElseThrow(() ->
                        new SkipException("There is no %s on the PATH; 'apt-get install prometheus' on Debian brings it"
                                .formatted(name)));
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_RUN_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long for " + what).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Returns the names of all metrics that the exporter shows. */
    private Set<String> exported() throws IOException, InterruptedException {
        URI metrics = URI.create("http://127.0.0.1:%d/metrics".formatted(metricsPort));
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    client.send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString());
            return response.body()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.replaceFirst("[{ ].*", ""))
                    .collect(Collectors.toSet());
        }
    }

    /** Returns the jar of the exporter, which this module's dependencies bring. */
    private static Path exporter() {
        try {
            return Path.of(Class.forName("io.prometheus.jmx.JavaAgent", false, LocalPrometheus.class.getClassLoader())
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private String logged() throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }

    private JsonNode status() throws IOException, InterruptedException {
        return new JsonMapper()
                .readTree(run("status", "--json", "--table", TABLE))
                .get(0);
    }

    /** Runs a command of the job that succeeds, and returns its output. */
    private String run(String command, String... arguments) throws IOException, InterruptedException {
        return run(0, command, arguments);
    }

    private String run(int expectedCode, String command, String... arguments) throws IOException, InterruptedException {
        return run(Checkout.indexBuilder(), expectedCode, command, arguments);
    }

    private String run(Path jar, int expectedCode, String command, String... arguments)
            throws IOException, InterruptedException {
        List<String> job = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                jar.toString(),
                command,
                "--server",
                trino.uri().toString(),
                "--catalog",
                "lake"));
        job.addAll(List.of(arguments));
        return ended(expectedCode, command, job.toArray(String[]::new));
    }

    /** Runs a program to its end, and returns its output. */
    private String ended(int expectedCode, String name, String... program) throws IOException, InterruptedException {
        Path output = folder.resolve("job.out");
        Path errors = folder.resolve("job.err");
        Process process = new ProcessBuilder(program)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS))
                    .as("%s ends: %s", name, Files.readString(errors))
                    .isTrue();
            assertThat(process.exitValue())
                    .as("exit code; %s said: %s", name, Files.readString(errors))
                    .isEqualTo(expectedCode);
            return Files.readString(output);
        } finally {
            process.destroyForcibly();
        }
    }
}
