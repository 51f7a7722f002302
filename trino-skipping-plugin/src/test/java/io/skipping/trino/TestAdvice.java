// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.skipping.builder.IndexBuilder;
import io.skipping.trino.core.querylog.QueryLogListenerFactory;
import io.trino.spi.eventlistener.EventListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.testng.annotations.Test;

/**
 * The commands {@code advise} and {@code status} over a table of trips: objects follow each other in time, while
 * licenses, places and notes are anywhere. What is advised is made, and then the question that asked for it reads less.
 */
@Test(singleThreaded = true, groups = "servers")
public class TestAdvice extends AbstractLakeTest {
    private static final int OBJECTS = 8;
    private static final int ROWS = 2_000;

    private Path log;

    @Override
    protected List<EventListener> listeners() throws IOException {
        log = Files.createTempDirectory("advice").resolve("queries.jsonl");
        return List.of(new QueryLogListenerFactory()
                .create(
                        Map.of("skipping.query-log.file", log.toString(), "skipping.query-log.query-text", "true"),
                        null));
    }

    @Override
    protected Map<String, String> lakeProperties() {
        return Map.of("hive.compression-codec", "NONE");
    }

    @Override
    protected void createTables() {
        create("trips");
        create("untouched");
    }

    /** Every object has a word, a license and a distance that no other one has, between values that all have. */
    private void create(String table) {
        runner.execute(
                "CREATE TABLE %s (pickup varchar, license bigint, distance double, note varchar, day date) WITH (format = 'CSV')"
                        .formatted(table)
                        .replace("bigint", "varchar")
                        .replace("double", "varchar")
                        .replace("date", "varchar"));
        for (int object = 0; object < OBJECTS; object++) {
            writeRows("""
                    INSERT INTO %1$s
                    SELECT CAST(TIMESTAMP '2026-01-01 00:00:00' + (%2$d * %3$d + n) * INTERVAL '1' MINUTE AS varchar),
                        CAST(n * 7919 %% 1000003 * 8 + %2$d AS varchar),
                        CAST(n %% 50 + IF(n = 7, 1000 * (%2$d + 1), 0) AS varchar),
                        IF(n = 3, 'the driver lost object%2$dword on the way', 'went along street ' || CAST(n AS varchar)),
                        CAST(DATE '2026-01-01' + %2$d * INTERVAL '1' DAY AS varchar)
                    FROM UNNEST(sequence(1, %3$d)) AS s(n)""".formatted(table, object, ROWS));
        }
        tables.makeOld();
    }

    @Override
    protected void clearUp() throws IOException {
        deleteRecursively(log.getParent(), ALLOW_INSECURE);
    }

    private record Run(int exitCode, String out, String err) {
        JsonNode table() throws IOException {
            return new JsonMapper().readTree(out).get(0);
        }
    }

    private Run run(String command, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(List.of(
                command,
                "--server",
                runner.getCoordinator().getBaseUrl().toString(),
                "--catalog",
                "lake",
                "--user",
                "ada"));
        all.addAll(List.of(arguments));
        int code = IndexBuilder.run(
                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), all.toArray(String[]::new));
        return new Run(code, out.toString(UTF_8), err.toString(UTF_8));
    }

    private static String table(String name) {
        return "%s.%s".formatted(SCHEMA, name);
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /** What a table's question with this text is found to read. */
    private static JsonNode question(JsonNode table, String text) {
        return elements(table.get("questions"))
                .filter(question -> question.get("question").asText().contains(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError(text + " is not in " + table.toPrettyString()));
    }

    private static List<String> statements(JsonNode table) {
        return elements(table.get("indexes"))
                .filter(index -> index.has("statement"))
                .map(index -> index.get("statement").asText())
                .toList();
    }

    @Test
    public void testTableAloneBeforeItIsIndexed() throws IOException {
        Run run = run("advise", "--table", table("untouched"), "--json");
        assertThat(run.exitCode).as(run.err).isZero();
        JsonNode advice = run.table();
        assertThat(advice.get("objects").asInt()).isEqualTo(OBJECTS);
        assertThat(advice.get("needsBuild").asBoolean()).isTrue();
        JsonNode pickup = question(advice, "pickup");
        assertThat(pickup.get("readsNow").asDouble()).as("nothing is indexed").isEqualTo(1);
        assertThat(pickup.get("advised").asDouble())
                .as("objects follow each other in time")
                .isLessThan(0.3);
        assertThat(statements(advice)).anyMatch(statement -> statement.contains("'license'"));
        assertThat(run("status", "--table", table("untouched")).out).contains("no index");
    }

    @Test
    public void testQueryIsAdvisedAndThenReadsLess() throws IOException {
        tables.build("trips", "1MB");
        String query = "SELECT count(*) FROM %s t WHERE t.note LIKE '%%object3word%%'".formatted(table("trips"));
        Run run = run("advise", "--table", table("trips"), "--query", query);
        assertThat(run.exitCode).as(run.err).isZero();
        assertThat(run.out)
                .contains(
                        "note LIKE '%object3word%'",
                        "100.0 %",
                        "ngram(note) takes about ",
                        "CALL \"lake\".system.create_index(schema_name => 'test', table_name => 'trips', index_type => 'ngram', columns => ARRAY['note']);",
                        "java -jar index-builder.jar build --server ",
                        "The same command with --apply does both");
        assertThat(pruned(query)).as("objects pruned before").isZero();
        Run applied = run("advise", "--table", table("trips"), "--query", query, "--apply");
        assertThat(applied.exitCode).as(applied.err).isZero();
        assertThat(applied.out).contains("summarised 8 objects", ": reads 12.", " %, before 100.0 %");
        assertThat(pruned(query)).as("objects pruned afterwards").isEqualTo(OBJECTS - 1);
        JsonNode again = run("advise", "--table", table("trips"), "--query", query, "--json")
                .table();
        assertThat(statements(again)).as("what is there is not advised").isEmpty();
        assertThat(question(again, "object3word").get("reason").asText())
                .isEqualTo("the index that is there skips what can be skipped");
        assertThat(question(again, "object3word").get("readsNow").asDouble())
                .as("the estimate was right")
                .isCloseTo(question(again, "object3word").get("matches").asDouble(), within(0.02));
    }

    @Test(dependsOnMethods = "testQueryIsAdvisedAndThenReadsLess")
    public void testSample() throws IOException {
        // the third object has these times
        String query = "SELECT 1 FROM trips WHERE pickup BETWEEN '2026-01-04 00:00' AND '2026-01-04 01:00'";
        JsonNode advice = run("advise", "--table", table("trips"), "--query", query, "--sample-objects", "4", "--json")
                .table();
        assertThat(advice.get("objects").asInt()).isEqualTo(OBJECTS);
        assertThat(advice.get("sampledObjects").asInt()).isEqualTo(4);
        assertThat(question(advice, "pickup").get("readsNow").asDouble())
                .as("one of the four objects, of about the same size")
                .isCloseTo(0.25, within(0.01));
    }

    @Test(dependsOnMethods = "testQueryIsAdvisedAndThenReadsLess")
    public void testLogIsAdvised() throws Exception {
        for (int day = 1; day <= 3; day++) {
            runner.execute("SELECT license FROM trips WHERE pickup BETWEEN '2026-01-0%1$d' AND '2026-01-0%1$d 01'"
                    .formatted(day));
        }
        runner.execute("SELECT note FROM trips WHERE CAST(distance AS double) BETWEEN 3000 AND 4500");
        runner.execute("SELECT note FROM trips WHERE lower(note) = 'nobody'");
        long deadline = System.nanoTime() + SECONDS.toNanos(30);
        while (!Files.exists(log)
                || Files.readString(log)
                                .lines()
                                .filter(line -> line.contains("trips"))
                                .count()
                        < 5
                || !Files.readString(log).contains("nobody")) {
            assertThat(System.nanoTime()).as("lines in time in %s", log).isLessThan(deadline);
            Thread.sleep(20);
        }
        assertThat(Files.readString(log)).as("the command's own queries").doesNotContain("approx_distinct");
        Run run = run("advise", "--table", table("trips"), "--log", log.toString(), "--json");
        assertThat(run.exitCode).as(run.err).isZero();
        JsonNode advice = run.table();
        JsonNode pickup = question(advice, "pickup BETWEEN ? AND ?");
        assertThat(pickup.get("asked").asInt()).isEqualTo(3);
        assertThat(pickup.get("readsNow").asDouble())
                .as("by time, the index skips")
                .isLessThan(0.3);
        assertThat(statements(advice))
                .as("every object has few distances, which the bounds do not tell apart")
                .anyMatch(statement ->
                        statement.matches(".*'(values|gaps)', columns => ARRAY\\['CAST\\(distance AS double\\)'].*"));
        assertThat(question(advice, "lower(note)").get("reason").asText()).isNotEmpty();
    }

    /** The log has the first number behind the last one that is excluded, and names without quotes. */
    @Test
    public void testLogOfEndsBeyondATypeAndOfNamesThatNeedQuotes() throws IOException {
        runner.execute(
                "CREATE TABLE numbers AS SELECT CAST(n AS integer) AS whole, n AS \"order\" FROM UNNEST(sequence(1, 100)) AS t(n)");
        tables.makeOld();
        Path written = log.resolveSibling("numbers.jsonl");
        Files.write(
                written,
                List.of(
                        "{\"table\":\"numbers\",\"conditions\":{\"whole\":[[null,7],[2147483648,null]]}}",
                        "{\"table\":\"numbers\",\"conditions\":{\"order\":[5]}}"));
        Run run = run("advise", "--table", table("numbers"), "--log", written.toString(), "--json");
        assertThat(run.exitCode).as(run.err).isZero();
        assertThat(question(run.table(), "whole").get("matches").asDouble()).isPositive();
        assertThat(question(run.table(), "order").get("matches").asDouble()).isPositive();
        runner.execute("DROP TABLE numbers");
    }

    @Test(dependsOnMethods = "testLogIsAdvised")
    public void testStatus() throws IOException {
        for (String[] which : new String[][] {{"--schema", SCHEMA}, {}}) {
            Run run = run("status", which);
            assertThat(run.exitCode).as(run.err).isZero();
            assertThat(run.out.lines()).first().asString().startsWith("TABLE ");
            assertThat(run.out.lines())
                    .filteredOn(line -> line.startsWith(table("trips")))
                    .singleElement()
                    .asString()
                    .matches("test\\.trips +100 % +8 +0 +8 .* ago .* fresh");
            assertThat(run.out.lines())
                    .filteredOn(line -> line.startsWith(table("untouched")))
                    .singleElement()
                    .asString()
                    .endsWith("no index");
            assertThat(run.out).contains("Scans with a condition are counted by the server since 20");
        }
        Run details = run("status", "--table", table("trips"));
        assertThat(details.out)
                .startsWith("test.trips: 8 of 8 objects are summarised (")
                .contains("note ", "ngram")
                .containsPattern("scans with a condition since 20.*Z skipped [0-9.]+ .B of [0-9.]+ .B");
        JsonNode status =
                run("status", "--table", table("trips"), "--json", "--details").table();
        assertThat(status.get("table").asText()).isEqualTo(table("trips"));
        assertThat(status.get("indexes")).isNotEmpty();
        assertThat(status.get("scans").get("scans").asInt()).isPositive();
        assertThat(status.get("scans").get("bytes_pruned").asLong())
                .isPositive()
                .isLessThan(status.get("scans").get("bytes_considered").asLong());
        assertThat(status.get("details").get("objects_unindexed").asInt()).isZero();
        assertThat(status.get("details").get("ranges_without_summary"))
                .as("no range lacks an index that would decide more: %s", status.get("details"))
                .isNotNull();
    }

    @Test
    public void testMistakesAreNamed() throws IOException {
        assertThat(run("advise", "--table", table("trips"), "--query", "SELEC 1").err)
                .startsWith("error: --query: The query is not SQL of Trino: line 1:1");
        assertThat(run("advise", "--table", table("trips"), "--query", "SELECT 1 FROM other WHERE x = 1").err)
                .startsWith("error: --query: The query does not read lake.test.trips");
        assertThat(run("advise", "--table", table("nowhere")).err).contains("There is no table lake.test.nowhere");
        assertThat(run("advise", "--table", table("trips"), "--log", "/nowhere/q.jsonl").err)
                .startsWith("error: --log /nowhere/q.jsonl: there is no such file");
        Path broken = root.resolve("broken.jsonl");
        Files.writeString(broken, "{\"table\":\"trips\"}\nnot JSON\n");
        assertThat(run("advise", "--table", table("trips"), "--log", broken.toString()).err)
                .contains("broken.jsonl is no query log: line 2 cannot be read");
    }

    private long pruned(String query) {
        String plan =
                (String) runner.execute("EXPLAIN ANALYZE VERBOSE " + query).getOnlyValue();
        var matcher = java.util.regex.Pattern.compile("'skipping\\.objects\\.pruned' = LongCount\\{total=(\\d+)\\}")
                .matcher(plan);
        assertThat(matcher.find()).as(plan).isTrue();
        return Long.parseLong(matcher.group(1));
    }
}
