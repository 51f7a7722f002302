// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.skipping.trino.AbstractLakeTest;
import io.trino.spi.eventlistener.EventListener;
import io.trino.spi.eventlistener.EventListenerFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.testng.annotations.Test;

/** The listener in a Trino: one that writes all, one without literals, one of half of all queries. */
@Test(singleThreaded = true, groups = "servers")
public class TestQueryLog extends AbstractLakeTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final long WITHIN_MILLIS = 30_000;

    private Path folder;

    @Override
    protected List<EventListener> listeners() throws Exception {
        folder = Files.createTempDirectory("query-log");
        EventListenerFactory factory =
                new QueryLogPlugin().getEventListenerFactories().iterator().next();
        return List.of(
                factory.create(
                        Map.of(
                                "skipping.query-log.file",
                                folder.resolve("all.jsonl").toString(),
                                "skipping.query-log.identity",
                                "true"),
                        null),
                factory.create(
                        Map.of(
                                "skipping.query-log.file",
                                folder.resolve("extents.jsonl").toString(),
                                "skipping.query-log.literals",
                                "false"),
                        null),
                factory.create(
                        Map.of(
                                "skipping.query-log.file",
                                folder.resolve("half.jsonl").toString(),
                                "skipping.query-log.sample-rate",
                                "0.5",
                                "skipping.query-log.identity",
                                "true"),
                        null));
    }

    @Override
    protected void createTables() throws Exception {
        runner.execute("""
                CREATE TABLE readings AS
                SELECT * FROM (VALUES
                    (BIGINT '1', DOUBLE '48.85', DOUBLE '2.35', VARCHAR 'Paris', DATE '2026-01-15', TIMESTAMP '2026-01-15 10:00:00.000'),
                    (2, 45.75, 4.85, 'Lyon', DATE '2026-01-16', TIMESTAMP '2026-01-16 10:00:00.000'))
                    AS t(id, latitude, longitude, city, day, at)""");
        runner.execute("""
                CREATE TABLE counters AS
                SELECT id, MAP(ARRAY['4711-Miller'], ARRAY[id]) AS by_name, MAP(ARRAY[BIGINT '81549300'], ARRAY[id]) AS by_number FROM readings""");
        runner.execute("CREATE TABLE texts (latitude varchar, city varchar) WITH (format = 'CSV')");
        runner.execute("INSERT INTO texts VALUES ('48.85', 'Paris')");
        runner.execute(
                "CREATE TABLE parts WITH (partitioned_by = ARRAY['city', 'day']) AS SELECT id, city, day FROM readings");
    }

    @Override
    protected void clearUp() throws IOException {
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    @Test
    public void testConditionsAreWritten() throws Exception {
        List<JsonNode> lines = linesOf("""
                SELECT count(*) FROM readings
                WHERE latitude BETWEEN 48.84 AND 48.88 AND city IN ('Lyon', 'Paris') AND day >= DATE '2026-01-15'
                    AND at < TIMESTAMP '2026-02-01 00:00:00' AND id + 1 < 10""", 1);
        JsonNode line = lines.getFirst();
        assertThat(lines).hasSize(1);
        assertThat(line.at("/catalog").asText()).isEqualTo("lake");
        assertThat(line.at("/schema").asText()).isEqualTo(SCHEMA);
        assertThat(line.at("/table").asText()).isEqualTo("readings");
        assertThat(line.at("/conditions").toString())
                .isEqualTo(
                        "{\"at\":[[null,\"2026-01-31T23:59:59.999999\"]],\"city\":[\"Lyon\",\"Paris\"],"
                                + "\"day\":[[\"2026-01-15\",null]],\"id\":[[null,8],[9223372036854775807,null]],\"latitude\":[[48.84,48.88]]}");
        assertThat(line.at("/bytes").asLong()).isPositive();
        assertThat(line.at("/user").asText()).isEqualTo("user");
        assertThat(line.at("/queryId").asText()).isNotEmpty();
    }

    @Test
    public void testEachScanHasALine() throws Exception {
        assertThat(linesOf(
                        "SELECT count(*) FROM readings one JOIN readings two ON one.city = two.city WHERE one.id = 1 AND two.latitude > 4",
                        2))
                .extracting(line -> line.at("/conditions").toString())
                .containsExactlyInAnyOrder("{\"id\":[1]}", "{\"latitude\":[[4.000000000000001,null]]}");
        assertThat(linesOf("SELECT city FROM readings", 1))
                .extracting(line -> line.at("/conditions").toString())
                .containsExactly("{}");
    }

    @Test
    public void testPartitionsAreColumnsToo() throws Exception {
        assertThat(linesOf("SELECT id FROM parts WHERE city = 'Lyon' AND day > DATE '2026-01-15' AND id > 1", 1))
                .extracting(line -> line.at("/conditions").toString())
                .containsExactly("{\"city\":[\"Lyon\"],\"day\":[[\"2026-01-16\",null]],\"id\":[[2,null]]}");
    }

    @Test
    public void testTextReadAsNumbers() throws Exception {
        assertThat(linesOf("SELECT city FROM texts WHERE CAST(latitude AS double) < 50", 1))
                .extracting(line -> line.at("/conditions").fieldNames().next())
                .containsExactly("CAST(latitude AS double)");
    }

    @Test
    public void testValuesCanBeKeptBack() throws Exception {
        String query =
                "SELECT count(*) FROM readings WHERE latitude BETWEEN 48.0625 AND 48.3125 AND city = 'Paris' AND id < 7 "
                        + "AND day BETWEEN DATE '2026-01-01' AND DATE '2026-01-08'";
        linesOf(query, 1);
        JsonNode line = await(
                        "extents.jsonl",
                        lines -> lines.stream()
                                .anyMatch(found -> found.at("/extents/day").isNumber()))
                .stream()
                .filter(found -> found.at("/extents/day").isNumber())
                .findFirst()
                .orElseThrow();
        assertThat(line.at("/extents").toString())
                .isEqualTo("{\"city\":null,\"day\":7.0,\"id\":null,\"latitude\":0.25}");
        assertThat(line.has("conditions")).isFalse();
        assertThat(line.has("user") || line.has("queryId")).as("identity").isFalse();
        assertThat(Files.readString(folder.resolve("extents.jsonl"))).doesNotContain("Paris", "48.0625", "2026-01-08");
    }

    @Test
    public void testKeysAreKeptBackWithTheValues() throws Exception {
        String query =
                "SELECT count(*) FROM counters WHERE element_at(by_name, '4711-Miller') < 6 AND by_number[81549300] < 7 AND id = 1";
        assertThat(linesOf(query, 1))
                .extracting(line -> line.at("/conditions").toString())
                .containsExactly(
                        "{\"by_number[81549300]\":[[null,6]],\"element_at(by_name, '4711-Miller')\":[[null,5]],\"id\":[1]}");
        assertThat(await("extents.jsonl", lines -> lines.stream().anyMatch(line -> isOf("counters", line))).stream()
                        .filter(line -> isOf("counters", line)))
                .extracting(line -> line.at("/extents").toString())
                .containsExactly("{\"id\":0.0}");
        assertThat(Files.readString(folder.resolve("extents.jsonl"))).doesNotContain("Miller", "81549300");
    }

    private static boolean isOf(String table, JsonNode line) {
        return line.at("/table").asText().equals(table);
    }

    @Test
    public void testOtherScansAreNot() throws Exception {
        runner.execute("ANALYZE readings");
        runner.execute("SELECT count(*) FROM hive.test.readings WHERE id = 5555");
        assertThatThrownBy(() -> runner.execute("SELECT 1 / (id - id) FROM readings WHERE id < 5555"));
        runner.execute("EXPLAIN SELECT * FROM readings WHERE id = 5555");
        linesOf("SELECT city FROM readings", 1);
        assertThat(Files.readString(folder.resolve("all.jsonl"))).doesNotContain("5555", "5554");
    }

    @Test
    public void testASampleHasAllScansOfAQueryOrNone() throws Exception {
        for (int query = 0; query < 40; query++) {
            runner.execute("SELECT count(*) FROM readings one, readings two WHERE one.id = 777 AND two.id = 778");
        }
        List<String> all = ids(await("all.jsonl", lines -> ids(lines).size() >= 80));
        List<String> expected =
                all.stream().filter(id -> QueryLogListener.isInSample(id, 0.5)).toList();
        List<String> sampled = ids(await("half.jsonl", lines -> ids(lines).size() >= expected.size()));
        assertThat(sampled).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(expected).as("of 80").hasSizeBetween(8, 72);
        assertThat(all).allMatch(id -> QueryLogListener.isInSample(id, 1));
        assertThat(all).noneMatch(id -> QueryLogListener.isInSample(id, 0));
    }

    private static List<String> ids(List<JsonNode> lines) {
        return lines.stream()
                .filter(line -> List.of("[777]", "[778]")
                        .contains(line.at("/conditions/id").toString()))
                .map(line -> line.at("/queryId").asText())
                .toList();
    }

    /** Runs a query and waits until the log has so many lines of it. */
    private List<JsonNode> linesOf(String query, int count) throws Exception {
        String id = runner.executeWithPlan(runner.getDefaultSession(), query)
                .queryId()
                .toString();
        return of(id, await("all.jsonl", lines -> of(id, lines).size() >= count));
    }

    private static List<JsonNode> of(String id, List<JsonNode> lines) {
        return lines.stream()
                .filter(line -> line.at("/queryId").asText().equals(id))
                .toList();
    }

    private List<JsonNode> await(String file, Predicate<List<JsonNode>> condition) throws Exception {
        long deadline = System.nanoTime() + MILLISECONDS.toNanos(WITHIN_MILLIS);
        List<JsonNode> lines = lines(file);
        while (!condition.test(lines)) {
            assertThat(System.nanoTime()).as("%s has only %s", file, lines).isLessThan(deadline);
            MILLISECONDS.sleep(20);
            lines = lines(file);
        }
        return lines;
    }

    private List<JsonNode> lines(String file) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        String text = Files.readString(folder.resolve(file));
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            lines.add(MAPPER.readTree(line));
        }
        return lines;
    }
}
