// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static io.skipping.testing.lake.Catalogs.SKIPPING;
import static io.skipping.testing.lake.Catalogs.hiveOnLocalS3;
import static io.skipping.testing.lake.Catalogs.withConnector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.trino.LocalTrino;
import io.trino.jdbc.TrinoResultSet;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** The listener in a real server, from the plugin's folder, and the command as its users have it. */
@Test(groups = "servers")
public class TestQueryLogOnServer {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private Path folder;
    private Path log;
    private LocalS3 s3;
    private LocalTrino trino;

    @BeforeClass
    public void start() throws IOException, SQLException {
        try {
            Checkout.skippingPlugin("476");
            Checkout.partitioner();
        } catch (IOException e) {
            // 'mvn verify' of everything builds them; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        folder = Files.createTempDirectory("query-log");
        log = folder.resolve("logs").resolve("queries.jsonl");
        Path listener = folder.resolve("event-listener.properties");
        Files.writeString(listener, """
                event-listener.name=skipping-query-log
                skipping.query-log.file=%s
                skipping.query-log.identity=true
                """.formatted(log));
        s3 = LocalS3.start(folder.resolve("s3"));
        s3.createBucket("lake");
        trino = LocalTrino.builder()
                .directory(folder.resolve("trino"))
                .catalog("lake", withConnector(SKIPPING, hiveOnLocalS3(s3, folder.resolve("metastore"))))
                .config("event-listener.config-files", listener.toString())
                .start();
        try (Connection connection = trino.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA lake.grid");
            statement.execute("CREATE TABLE lake.grid.meters (latitude double, longitude double, city varchar) "
                    + "WITH (external_location = 's3://lake/grid/meters', format = 'PARQUET')");
            statement.execute("""
                    INSERT INTO lake.grid.meters
                    SELECT 42 + (id * 7919 % 1009) / 100.0, -4 + (id * 31 % 997) / 80.0, 'city ' || CAST(id % 40 AS varchar)
                    FROM UNNEST(sequence(1, 10000)) AS t(id)""");
        }
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
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
    public void testALayoutIsTrainedWithWhatWasAsked() throws Exception {
        String place =
                "ST_Contains(ST_GeometryFromText('POLYGON ((2 48, 3 48, 3 49, 2 49, 2 48))'), ST_Point(longitude, latitude))";
        String id = run("SELECT count(*) FROM lake.grid.meters WHERE " + place);
        for (int query = 0; query < 20; query++) {
            run("SELECT count(*) FROM lake.grid.meters WHERE latitude BETWEEN %1$s AND %1$s + 0.2"
                    .formatted(42 + query / 2.0));
        }
        List<JsonNode> lines = await(21);
        JsonNode ofPlace = lines.stream()
                .filter(line -> line.at("/queryId").asText().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(ofPlace.at("/conditions/latitude/0/0").asDouble())
                .as("the index leaves room for the functions' own rounding")
                .isCloseTo(48, within(1e-6));
        assertThat(ofPlace.at("/conditions/longitude/0/1").asDouble()).isCloseTo(3, within(1e-6));
        assertThat(ofPlace.at("/bytes").asLong()).isPositive();
        assertThat(infoOf(id))
                .as("what the server itself tells of the query")
                .contains("\"conditions\":{\"latitude\":");

        Path model = folder.resolve("model.json");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Checkout.partitioner().toString()));
        String said = finish(command, "train", "--partitions=8", "--output=" + model);
        assertThat(said).contains("8 objects of ").contains("by 10,000 records of 10,000");
        LayoutModel layout = ModelJson.read(Files.readString(model));
        assertThat(layout.partitions()).isEqualTo(8);
        assertThat(finish(command, "advise", "--partitions=8"))
                .contains("scans in the log: 21;")
                .contains("A layout would help these queries")
                // there is none yet
                .doesNotContain("drifted");
    }

    private String finish(List<String> jar, String command, String... more) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(jar);
        all.addAll(List.of(
                command,
                "--server=" + trino.uri(),
                "--catalog=lake",
                "--table=grid.meters",
                "--columns=latitude,longitude",
                "--log=" + log));
        all.addAll(List.of(more));
        Path output = folder.resolve(command + ".txt");
        Process process = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
        String said = Files.readString(output);
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    /** Runs a query, and gives its id. */
    private String run(String query) throws SQLException {
        try (Connection connection = trino.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            assertThat(result.next()).isTrue();
            // only a query whose rows were all taken has finished
            assertThat(result.next()).isFalse();
            return result.unwrap(TrinoResultSet.class).getQueryId();
        }
    }

    private String infoOf(String id) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(trino.uri().resolve("/v1/query/" + id))
                    .header("X-Trino-User", "test")
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    private List<JsonNode> await(int count) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (true) {
            String text = Files.readString(log);
            List<JsonNode> lines = new ArrayList<>();
            for (String line :
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
                lines.add(new JsonMapper().readTree(line));
            }
            if (lines.size() >= count) {
                return lines;
            }
            assertThat(System.nanoTime())
                    .as("%d lines in time: %s", count, text)
                    .isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
