// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.partitioner.command.PartitionerCommand;
import io.skipping.trino.AbstractLakeTest;
import io.trino.spi.eventlistener.EventListener;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The partitioner's command, on tables of a Trino that keeps what its queries ask. */
@Test(singleThreaded = true, groups = "servers")
public class TestTrainingOnTrino extends AbstractLakeTest {
    private static final int FILES = 8;
    private static final int ROWS = 40_000;
    private static final int QUERIES = 40;

    private static final LocalDateTime MIDNIGHT = LocalDateTime.of(2026, 1, 1, 0, 0);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private Path folder;
    private Path log;
    private Path extents;

    @Override
    protected List<EventListener> listeners() throws Exception {
        folder = Files.createTempDirectory("training");
        log = folder.resolve("queries.jsonl");
        extents = folder.resolve("extents.jsonl");
        QueryLogListenerFactory factory = new QueryLogListenerFactory();
        return List.of(
                factory.create(Map.of("skipping.query-log.file", log.toString()), null),
                factory.create(
                        Map.of("skipping.query-log.file", extents.toString(), "skipping.query-log.literals", "false"),
                        null));
    }

    @Override
    protected void createTables() throws Exception {
        runner.execute("CREATE TABLE arrived (x double, day date, city varchar, amount decimal(9,2), at timestamp(3))");
        runner.execute("CREATE TABLE sorted (x double, day date)");
        runner.execute("CREATE TABLE texts (x varchar, day varchar) WITH (format = 'CSV')");
        for (int file = 0; file < FILES; file++) {
            runner.execute("""
                    INSERT INTO arrived
                    SELECT (id * 7919 %% 40009) / 40.0, DATE '2026-01-01' + (id * 31 %% 100) * INTERVAL '1' DAY,
                        'city ' || CAST(id %% 50 AS varchar), id / DECIMAL '4.00',
                        TIMESTAMP '2026-01-01 00:00:00.000' + id * INTERVAL '1' SECOND
                    FROM (SELECT a * 100 + b + %d AS id FROM UNNEST(sequence(0, 49)) AS s(a), UNNEST(sequence(0, 99)) AS t(b))""".formatted(file * ROWS / FILES));
        }
        for (int file = 0; file < FILES; file++) {
            runner.execute(
                    "INSERT INTO sorted SELECT x, day FROM hive.%1$s.arrived WHERE x >= %2$d AND x < %2$d + 125 + %3$d"
                            .formatted(SCHEMA, 125 * file, file == FILES - 1 ? 10 : 0));
        }
        runner.execute("INSERT INTO texts SELECT CAST(x AS varchar), CAST(day AS varchar) FROM hive.%s.arrived"
                .formatted(SCHEMA));
        SplittableRandom random = new SplittableRandom(7);
        for (int query = 0; query < QUERIES; query++) {
            int low = random.nextInt(990);
            runner.execute("SELECT count(*) FROM arrived WHERE x BETWEEN %d AND %d".formatted(low, low + 10));
        }
        await(log);
        await(extents);
    }

    @Override
    protected void clearUp() throws IOException {
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    private static void await(Path file) throws Exception {
        long deadline = System.nanoTime() + SECONDS.toNanos(30);
        while (countOfQueries(file) < QUERIES) {
            assertThat(System.nanoTime()).as("Lines in time in %s", file).isLessThan(deadline);
            Thread.sleep(20);
        }
    }

    private static long countOfQueries(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.contains("\"arrived\"") && line.contains("\"x\""))
                .count();
    }

    @Test
    public void testObjectsHaveTheSizeThatWasAskedFor() throws IOException {
        long bytes = bytes("arrived");
        Run run = run(
                "train",
                "arrived",
                "--columns=x,day",
                "--log=" + log,
                "--object-size=%dB".formatted(bytes / 5),
                // as many as the promise needs, of 40,000
                "--sample-rows=8000");
        assertThat(run.exitCode).as(run.err).isZero();
        assertThat(run.err).startsWith("5 objects of ").contains("of 40,000").doesNotContain("Warning");
        LayoutModel model = ModelJson.read(run.out);
        assertThat(model.columns())
                .containsExactly(new Column("x", ColumnType.DOUBLE), new Column("day", ColumnType.DATE));
        int[] rows = new int[5];
        ArrayRow row = new ArrayRow(2);
        for (MaterializedRow found : runner.execute(
                        "SELECT x, date_diff('day', DATE '1970-01-01', day) FROM hive.%s.arrived".formatted(SCHEMA))
                .getMaterializedRows()) {
            rows[model.partition(row.set(0, (double) found.getField(0)).set(1, (long) found.getField(1)))]++;
        }
        assertThat(Arrays.stream(rows).sum()).isEqualTo(ROWS);
        for (int count : rows) {
            assertThat(count)
                    .as("rows of each object: %s", Arrays.toString(rows))
                    .isCloseTo(ROWS / 5, within(ROWS / 50));
        }
        assertThat(model.partition(new ArrayRow(2).set(0, 1.0).set(1, 20_500)))
                .as("queries ask about x alone")
                .isEqualTo(model.partition(new ArrayRow(2).set(0, 1.0).set(1, 20_600)));
    }

    @Test
    public void testSaysWhenASampleIsTooSmall() {
        Run run = run(
                "train",
                "arrived",
                "--columns=x",
                "--object-size=%dB".formatted(bytes("arrived") / 5),
                "--sample-rows=1000");
        assertThat(run.exitCode).as(run.err).isZero();
        assertThat(run.err)
                .contains("Warning: with ")
                .contains("not within 10 %")
                .contains("8,000 records in all would do");
    }

    @Test
    public void testALayoutByArrivalHasDrifted() throws IOException {
        JsonNode advice = advice("arrived", log);
        assertThat(advice.at("/counted").asInt()).isEqualTo(QUERIES / 2);
        assertThat(advice.at("/asking").asInt()).isEqualTo(QUERIES / 2);
        assertThat(advice.at("/tableBytes").asLong()).isEqualTo(bytes("arrived"));
        assertThat(advice.at("/layouts/0/name").asText()).isEqualTo("(present)");
        assertThat(advice.at("/layouts/0/objects").asInt()).isEqualTo(FILES);
        assertThat(advice.at("/layouts/0/objectsRead").asDouble())
                .as("what came at any time may be anywhere")
                .isEqualTo(FILES);
        assertThat(advice.at("/worth").asBoolean()).isTrue();
        assertThat(advice.has("drifted")).as("there is no layout that could").isFalse();
        assertThat(advice.at("/spared").asDouble()).isGreaterThan(0.7);
        Run run = run("advise", "arrived", "--columns=x,day", "--log=" + log, "--partitions=16");
        assertThat(run.out.lines().toList().getLast())
                .startsWith("A layout would help these queries: a query about these columns reads ")
                .contains(" in 8.0 objects; with ");
        assertThat(run.out).doesNotContain("drifted", "Worse:");
        String past = "{\"time\":\"2026-01-01T10:0%d:00Z\",\"conditions\":{\"%s\":[[\"%s\",\"%s\"]]},\"bytes\":%d}\n";
        StringBuilder lines = new StringBuilder();
        for (int query = 0; query < 8; query++) {
            lines.append(past.formatted(query, "x", 100 * query, 100 * query + 5, 1000))
                    .append(past.formatted(
                            query,
                            "at",
                            TIME.format(MIDNIGHT.plusSeconds(ROWS / FILES * query + 2_000)),
                            TIME.format(MIDNIGHT.plusSeconds(ROWS / FILES * query + 2_060)),
                            1000));
        }
        Path both = Files.writeString(folder.resolve("both.jsonl"), lines);
        assertThat(run("advise", "arrived", "--columns=x", "--log=" + both, "--partitions=16").out)
                .as("objects follow each other in time, by which most questions skip")
                .contains("Not counted: 8 scans ask about at, which these layouts ignore: they read 0.")
                .contains("see above what is worse then");
        assertThat(run("advise", "arrived", "--columns=x,at", "--log=" + both, "--partitions=16").out)
                .containsPattern("Worse: 4 queries about at read 12\\.\\d+% of the bytes now, and would read ");
    }

    @Test
    public void testALayoutByWhatIsAskedForIsGood() throws IOException {
        // each in the middle of an object; whose table they are of is not said
        StringBuilder lines = new StringBuilder();
        for (int query = 0; query < QUERIES; query++) {
            int low = 125 * (query % FILES) + 60;
            lines.append(
                    "{\"time\":\"2026-01-01T10:00:00Z\",\"conditions\":{\"x\":[[%d,%d]]}}\n".formatted(low, low + 2));
        }
        Path middles = Files.writeString(folder.resolve("middles.jsonl"), lines);
        // new objects would be larger
        JsonNode advice = advice("sorted", middles, "--partitions=%d".formatted(FILES - 1));
        assertThat(advice.at("/layouts/0/objectsRead").asDouble()).isEqualTo(1);
        assertThat(advice.at("/worth").asBoolean()).isFalse();
        Run other = run("advise", "sorted", "--columns=x", "--log=" + log, "--partitions=8");
        assertThat(other.exitCode).as("the log is of another table").isEqualTo(1);
        assertThat(other.err).contains("No scan in the log is of this table");
    }

    @Test
    public void testTrainsWithoutLiterals() throws IOException {
        assertThat(Files.readString(extents)).contains("\"extents\":{\"x\":10.0}");
        JsonNode advice = advice("arrived", extents);
        double byTime = read(advice, "kdtree-compact");
        assertThat(read(advice, "kdtree-query"))
                .as("that queries are narrow in x is known, where they are is not")
                .isLessThan(0.5 * byTime);
        assertThat(read(advice, "kdtree-shape")).isLessThan(byTime);
    }

    private static double read(JsonNode advice, String layout) {
        for (JsonNode candidate : advice.at("/layouts")) {
            if (candidate.at("/name").asText().equals(layout)) {
                return candidate.at("/shareRead").asDouble();
            }
        }
        throw new AssertionError(layout + " is not in " + advice);
    }

    @Test
    public void testTypesAreThoseOfTheTable() throws IOException {
        Run run = run("train", "arrived", "--columns=Amount,at,city,x:bigint", "--partitions=4");
        assertThat(run.exitCode).as(run.err).isZero();
        LayoutModel model = ModelJson.read(run.out);
        assertThat(model.columns())
                .containsExactly(
                        new Column("amount", ColumnType.BIGINT, OptionalInt.of(2)),
                        new Column("at", ColumnType.TIMESTAMP),
                        new Column("city", ColumnType.VARCHAR),
                        new Column("x", ColumnType.BIGINT));
        ArrayRow row = new ArrayRow(4).set(1, 0).set(2, "city 1".getBytes()).set(3, 0);
        // amounts are 0.00 to 9999.75, unscaled
        assertThat(model.partition(row.set(0, 450_000))).isEqualTo(model.partition(row.set(0, 400_000)));
        assertThat(model.partition(row.set(0, 450_000))).isNotEqualTo(model.partition(row.set(0, 600_000)));
    }

    @Test
    public void testTextIsReadAsNumbers() throws IOException {
        Run run = run("train", "texts", "--columns=x:double,day:date", "--model=kdtree", "--partitions=2");
        assertThat(run.exitCode).as(run.err).isZero();
        LayoutModel model = ModelJson.read(run.out);
        assertThat(model.partition(new ArrayRow(2).set(0, 100.0).set(1, 0)))
                .isNotEqualTo(model.partition(new ArrayRow(2).set(0, 900.0).set(1, 0)));
        assertThat(model.partition(new ArrayRow(2).set(0, 450.0).set(1, 0)))
                .isEqualTo(model.partition(new ArrayRow(2).set(0, 100.0).set(1, 0)));
    }

    @DataProvider
    public Object[][] sampleSizes() {
        return new Object[][] {{1}, {7}, {3_333}, {7_777}, {26_667}, {39_999}, {40_001}};
    }

    @Test(dataProvider = "sampleSizes")
    public void testAnyPartOfATableCanBeDrawn(int rows) {
        for (int attempt = 0; attempt < 3; attempt++) {
            Run run =
                    run("train", "arrived", "--columns=x", "--model=kdtree", "--partitions=1", "--sample-rows=" + rows);
            if (rows < 10 && run.exitCode == 1) {
                // each row is drawn or not, by chance
                assertThat(run.err).contains("none of its rows was drawn; raise --sample-rows");
                continue;
            }
            assertThat(run.exitCode).as(run.err).isZero();
            assertThat(ModelJson.read(run.out).partitions()).isEqualTo(1);
        }
    }

    @Test
    public void testNamesAndValuesOfAllKindsAreRead() {
        runner.execute("""
                CREATE TABLE "odd ""name\""" ("a ""b\""" double, "select" decimal(38,2), c char(8), r real, long_ago date, at timestamp(3), p varchar)
                WITH (partitioned_by = ARRAY['p'])""");
        runner.execute("""
                INSERT INTO "odd ""name\""" VALUES
                (1e300, DECIMAL '123456789012345678901234567890.12', 'Lyon', REAL '1e-30', DATE '-0001-02-03', TIMESTAMP '0001-01-01 00:00:00.001', 'it''s'),
                (nan(), DECIMAL '-0.05', 'Bern', nan(), DATE '+12026-01-01', TIMESTAMP '+12026-12-31 23:59:59.999', 'a/b'),
                (-infinity(), DECIMAL '3.00', '', -infinity(), NULL, NULL, NULL),
                (NULL, NULL, NULL, NULL, DATE '2026-01-01', TIMESTAMP '2026-01-01 00:00:00', '%')""");
        String[] options = {"--columns=A \"B\",SELECT,c,R,long_ago,at,p", "--model=kdtree", "--partitions=2"};
        Run run = run("train", "\"Odd \"\"Name\"\"\"", options);
        assertThat(run.exitCode).as(run.err).isZero();
        assertThat(ModelJson.read(run.out).columns())
                .containsExactly(
                        new Column("a \"b\"", ColumnType.DOUBLE),
                        new Column("select", ColumnType.BIGINT, OptionalInt.of(2)),
                        new Column("c", ColumnType.VARCHAR),
                        new Column("r", ColumnType.DOUBLE),
                        new Column("long_ago", ColumnType.DATE),
                        new Column("at", ColumnType.TIMESTAMP),
                        new Column("p", ColumnType.VARCHAR));
        String lines = "{\"time\":\"2026-01-01T10:00:00Z\",\"conditions\":{\"c\":[\"Lyon\"]}}\n".repeat(4);
        Run advice = run(
                "advise", "\"Odd \"\"Name\"\"\"", options[0], "--partitions=2", "--log=" + write("odd.jsonl", lines));
        assertThat(advice.exitCode).as(advice.err).isZero();
    }

    @Test
    public void testPaddedTextIsReadAsWritersSeeIt() {
        runner.execute("CREATE TABLE padded AS SELECT CAST(c AS char(8)) c FROM (VALUES 'Bern', 'Lyon') AS t(c)");
        Run run = run("train", "padded", "--columns=c", "--model=kdtree", "--partitions=2");
        assertThat(run.exitCode).as(run.err).isZero();
        LayoutModel model = ModelJson.read(run.out);
        assertThat(model.partition(new ArrayRow(1).set(0, "Lyon".getBytes())))
                .isNotEqualTo(model.partition(new ArrayRow(1).set(0, "Bern".getBytes())));
    }

    /** The log has unscaled values, as a query of Trino would write them, and the layout has doubles. */
    @Test
    public void testDecimalsThatAreReadAsDoublesAreComparedWithTheLog() throws IOException {
        // amounts are 0.00 to 9999.75
        String line = "{\"time\":\"2026-01-01T10:00:00Z\",\"conditions\":{\"amount\":[[%d,%d]]}}\n";
        StringBuilder lines = new StringBuilder();
        for (int query = 0; query < QUERIES; query++) {
            int low = 25_000 * query;
            lines.append(line.formatted(low, low + 100));
        }
        Path decimals = Files.writeString(folder.resolve("decimals.jsonl"), lines);
        for (String column : List.of("amount", "amount:double")) {
            JsonNode advice = advice("arrived", decimals, "--partitions=16", "--columns=" + column);
            assertThat(advice.at("/asking").asInt()).as(column).isEqualTo(QUERIES / 2);
            assertThat(read(advice, "kdtree"))
                    .as("queries of %s ask for rows that are there", column)
                    .isBetween(0.9 / 16, 2.0 / 16);
        }
    }

    /** The driver gets text as JSON, where such bytes are an error, or are replaced and then have another order. */
    @Test
    public void testTextThatIsNotUtf8KeepsItsOrder() throws IOException {
        Path torn = Files.createDirectory(root.resolve("torn"));
        byte[] lines = {(byte) 0xC3, '\n', (byte) 0xC3, (byte) 0xA9, '\n'};
        Files.write(torn.resolve("one"), lines);
        Files.write(torn.resolve("two"), new byte[] {(byte) 0xF1, '\n'});
        runner.execute(
                "CREATE TABLE hive.%s.torn (s varchar) WITH (format = 'TEXTFILE', external_location = 'local:///torn')"
                        .formatted(SCHEMA));
        String line = "{\"time\":\"2026-01-01T10:00:00Z\",\"conditions\":{\"s\":[\"\u00e9\"]}}\n";
        Run advice =
                run("advise", "torn", "--columns=s", "--partitions=2", "--log=" + write("torn.jsonl", line.repeat(4)));
        assertThat(advice.exitCode).as(advice.err).isZero();
        Run trained = run("train", "torn", "--columns=s", "--partitions=3");
        assertThat(trained.exitCode).as(trained.err).isZero();
        assertThat(trained.out)
                .as("the byte F1, and no other text in its place")
                .contains("{\"base64\":\"8Q==\"}");
    }

    @Test
    public void testWideDecimalsAreReadAsWritersSeeThem() {
        runner.execute(
                "CREATE TABLE wide AS SELECT CAST(n AS decimal(38,4)) AS n FROM UNNEST(sequence(1, 100)) AS t(n)");
        for (String column : List.of("n", "n:bigint")) {
            Run run = run("train", "wide", "--columns=" + column, "--model=kdtree", "--partitions=2");
            assertThat(run.exitCode).as(run.err).isZero();
            LayoutModel model = ModelJson.read(run.out);
            assertThat(model.partition(new ArrayRow(1).set(0, 40_0000)))
                    .as("unscaled")
                    .isEqualTo(model.partition(new ArrayRow(1).set(0, 1_0000)))
                    .isNotEqualTo(model.partition(new ArrayRow(1).set(0, 60_0000)));
        }
    }

    @Test
    public void testSaysWhatCannotBeSampled() {
        runner.execute("CREATE TABLE nothing AS SELECT * FROM arrived WITH NO DATA");
        runner.execute("CREATE VIEW seen AS SELECT * FROM arrived");
        assertThat(run("train", "nothing", "--columns=x", "--partitions=2").err).contains("is empty");
        assertThat(run("train", "seen", "--columns=x", "--partitions=2").err)
                .contains("Cannot list the objects of", "\"seen\": it must be a table", "not a view");
        Run none = run("train", "arrived", "--columns=x", "--partitions=2", "--sample-rows=0");
        assertThat(none.exitCode).isEqualTo(2);
        assertThat(none.err).contains("--sample-rows must be at least 1");
    }

    private String write(String name, String content) {
        try {
            return Files.writeString(folder.resolve(name), content).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    public void testSaysWhatIsWrong() {
        assertThat(run("train", "nowhere", "--columns=x", "--partitions=2").err).contains("nowhere");
        assertThat(run("train", "arrived", "--columns=y", "--partitions=2").err).contains("Column 'y'");
        assertThat(run("train", "arrived", "--columns=x", "--partitions=2", "--object-size=1MB").exitCode)
                .isEqualTo(2);
    }

    private JsonNode advice(String table, Path log, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--log=" + log, "--json"));
        arguments.addAll(more.length == 0 ? List.of("--partitions=16") : List.of(more));
        if (arguments.stream().noneMatch(argument -> argument.startsWith("--columns="))) {
            arguments.add("--columns=x,day");
        }
        Run run = run("advise", table, arguments.toArray(String[]::new));
        assertThat(run.exitCode).as(run.err).isZero();
        return new JsonMapper().readTree(run.out);
    }

    private long bytes(String table) {
        return (long)
                runner.execute("SELECT sum(size) FROM (SELECT DISTINCT \"$path\", \"$file_size\" size FROM hive.%s.%s)"
                                .formatted(SCHEMA, table))
                        .getOnlyValue();
    }

    private record Run(int exitCode, String out, String err) {}

    private Run run(String command, String table, String... more) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> arguments = new ArrayList<>(List.of(
                command,
                "--server=" + runner.getCoordinator().getBaseUrl(),
                "--user=ada",
                "--catalog=lake",
                "--table=%s.%s".formatted(SCHEMA, table)));
        arguments.addAll(List.of(more));
        int exitCode = PartitionerCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
        return new Run(exitCode, out.toString(), err.toString());
    }
}
