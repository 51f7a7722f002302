// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.HashMultiset;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.sink.S3Sink;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestLog;
import io.skipping.testing.trips.TripFormat;
import io.skipping.testing.trips.TripOptions;
import io.skipping.testing.trips.TripQuestion;
import io.skipping.testing.trips.TripQuestions;
import io.skipping.testing.trips.Trips;
import io.trino.jdbc.QueryStats;
import io.trino.jdbc.TrinoStatement;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * What a new user asks of ordinary files: the same answers from the stock connector, and from ours with skipping on and
 * off; and how much is skipped of the objects that hold nothing of the answer, with the indexes that builds choose and
 * with those that {@code advise --apply} adds for the questions. Questions that still read too much have a reason.
 */
@Test(groups = "servers")
public class TestTripQuestions {
    private static final TripOptions OPTIONS = new TripOptions(1, 60, 500);
    private static final String SCHEMA = "taxi";
    private static final String SKIPPING = LocalLake.SKIPPING_CATALOG + "." + SCHEMA;
    private static final String HIVE = LocalLake.HIVE_CATALOG + "." + SCHEMA;

    /** The share of the bytes without a match that a question should skip. */
    private static final double ENOUGH = 0.9;

    /** How many of the questions do so: what was measured, and must not become less. */
    private static final int ENOUGH_AUTOMATIC = 14;

    private static final int ENOUGH_ADVISED = 30;

    /** Says why questions that nothing helps read everything, as advice does. */
    private static final Map<String, String> REASONS = Map.of(
            "large tips, where blank is none", "no index decides COALESCE(",
            "the ten dearest trips", "it is ordered by an expression",
            "the last trip, of a cast", "it is ordered by an expression",
            "a day, in ISO 8601", "values(pickup) would help and take ");

    private static final Pattern PRUNED_BY = Pattern.compile("skipping[.]pruned[.]by[.]([a-z]+)");

    private static final Pattern TREE = Pattern.compile("^[\\s│├└─]*");
    /** How a line of a plan tells of a condition what the index does for it, or why it does nothing. */
    private static final Pattern REASON = Pattern.compile(
            ": (?:[a-z, ]+ leaves? |nothing is excluded|there is no index|no index can|the engine tests|ranges that hold| *[a-z]+[(].* (?:cannot decide|was asked for))");

    private final List<TripQuestion> questions = TripQuestions.all();

    private Path folder;
    private LocalLake lake;
    private Queries queries;
    private Connection connection;
    private HttpClient http;
    /** by key */
    private final Map<String, Long> sizes = new HashMap<>();
    /** keys of the objects that hold a match */
    private final Map<TripQuestion, Set<String>> matching = new HashMap<>();

    private final Map<TripQuestion, List<List<Object>>> answers = new HashMap<>();

    @BeforeClass
    public void start() throws IOException, SQLException {
        try {
            Checkout.skippingPlugin("476");
        } catch (IOException e) {
            // 'mvn verify' of everything builds it; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        folder = Files.createTempDirectory("trips");
        lake = LocalLake.in(folder).patient().start();
        connection = lake.trino().connect();
        queries = new Queries(lake.s3().log(), lake.trino().connect());
        http = HttpClient.newHttpClient();
        queries.rows("CREATE SCHEMA " + SKIPPING);
        for (Map.Entry<String, TripFormat> table : TripQuestions.tables().entrySet()) {
            try (S3Client client = lake.s3().client();
                    S3Sink sink = new S3Sink(client, LocalLake.BUCKET, table.getKey())) {
                Trips.generate(OPTIONS, table.getValue(), sink);
            }
            queries.rows(table.getValue()
                    .createTable(
                            SKIPPING + "." + table.getKey(), "s3://%s/%s".formatted(LocalLake.BUCKET, table.getKey())));
        }
        queries.rows(TripQuestions.createZones(SKIPPING));
        askStock();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException, SQLException {
        if (queries != null) {
            queries.close();
            connection.close();
            http.close();
        }
        if (lake != null) {
            lake.close();
        }
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    /** What is right, and which objects it is in. */
    private void askStock() throws SQLException {
        for (String table : TripQuestions.tables().keySet()) {
            List<TripQuestion> asked = questions.stream()
                    .filter(question -> question.table().equals(table))
                    .toList();
            String matches = IntStream.range(0, asked.size())
                    .mapToObj(i -> "(%s) AS m%d".formatted(asked.get(i).matchIn(HIVE), i))
                    .collect(joining(", "));
            String any = IntStream.range(0, asked.size())
                    .mapToObj("coalesce(bool_or(m%d), false)"::formatted)
                    .collect(joining(", "));
            List<List<Object>> objects = queries.rows(
                    "SELECT \"$path\", \"$file_size\", %s FROM (SELECT \"$path\", \"$file_size\", %s FROM %s.%s) GROUP BY 1, 2"
                            .formatted(any, matches, HIVE, table));
            assertThat(objects).hasSize(OPTIONS.objects());
            for (List<Object> object : objects) {
                String key = URI.create((String) object.getFirst()).getPath().substring(1);
                sizes.put(key, (Long) object.get(1));
                for (int i = 0; i < asked.size(); i++) {
                    if ((Boolean) object.get(i + 2)) {
                        matching.computeIfAbsent(asked.get(i), _ -> new TreeSet<>())
                                .add(key);
                    }
                }
            }
        }
        for (TripQuestion question : questions) {
            answers.put(question, queries.rows(question.sqlIn(HIVE)));
            assertThat(matching.get(question)).as(question.title()).isNotNull();
        }
    }

    /** What a question has skipped. */
    private record Skipped(TripQuestion question, int matching, double share, Set<String> by) {
        boolean isEnough() {
            return share >= ENOUGH;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-14s %-38s %2d of %d match, %5.1f %% of the others skipped %s",
                    question.table(),
                    question.title(),
                    matching,
                    OPTIONS.objects(),
                    100 * share,
                    by);
        }
    }

    /** With skipping off, no index and no condition makes a difference, and all objects are read: every third question will do. */
    @Test
    public void testAnswersAreTheSameWithSkippingOff() throws SQLException {
        queries.use(Setting.OFF);
        for (int number = 0; number < questions.size(); number += 3) {
            TripQuestion question = questions.get(number);
            assertSame(question, queries.rows(question.sqlIn(SKIPPING)));
        }
    }

    @Test
    public void testAutomaticIndexesSkip() throws Exception {
        for (String table : TripQuestions.tables().keySet()) {
            new IndexedTable(queries, SCHEMA, table).build();
        }
        assertThat(skipped("that builds choose").stream().filter(Skipped::isEnough))
                .hasSizeGreaterThanOrEqualTo(ENOUGH_AUTOMATIC);
    }

    /** The indexes that are advised are beside those that are there already. */
    @Test(dependsOnMethods = "testAutomaticIndexesSkip")
    public void testAdvisedIndexesSkipMore() throws Exception {
        Map<String, JsonNode> advice = new HashMap<>();
        for (String table : TripQuestions.tables().keySet()) {
            advice.put(table, advise(table));
        }
        List<Skipped> all = skipped("that are advised");
        assertThat(all.stream().filter(Skipped::isEnough)).hasSizeGreaterThanOrEqualTo(ENOUGH_ADVISED);
        for (Skipped each : all) {
            if (!each.isEnough()) {
                String title = each.question().title();
                assertThat(REASONS)
                        .as("the reason of a question that reads too much")
                        .containsKey(title);
                assertThat(advice.get(each.question().table()).findValuesAsText("reason"))
                        .as(title)
                        .anyMatch(reason -> reason.startsWith(REASONS.get(title)));
            }
        }
    }

    /** Has indexes advised for the questions about a table, and made, as a user does. */
    private JsonNode advise(String table) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Checkout.indexBuilder().toString(),
                "advise",
                "--server",
                lake.trino().uri().toString(),
                "--catalog",
                LocalLake.SKIPPING_CATALOG,
                "--table",
                SCHEMA + "." + table,
                "--apply",
                "--json"));
        questions.stream()
                .filter(question -> question.table().equals(table))
                .forEach(question -> command.addAll(List.of("--query", question.sqlIn(SKIPPING))));
        Path errors = folder.resolve(table + ".advice");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        String json = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        return new ObjectMapper().readTree(json).get(0);
    }

    /** Asks all questions, and tells what each has skipped. */
    private List<Skipped> skipped(String title) throws Exception {
        queries.use(Setting.SKIPPING);
        List<Skipped> all = new ArrayList<>();
        for (TripQuestion question : questions) {
            all.add(skipped(question));
        }
        long enough = all.stream().filter(Skipped::isEnough).count();
        System.out.printf(
                "Indexes %s: %d of %d questions skip %.0f %% or more%n", title, enough, all.size(), 100 * ENOUGH);
        for (Skipped each : all) {
            System.out.println(each);
            if (!each.isEnough()) {
                reasons(each.question()).forEach(reason -> System.out.println("    " + reason));
            }
        }
        return all;
    }

    /** Returns what the plan says of the index. */
    private List<String> reasons(TripQuestion question) throws SQLException {
        String plan = (String)
                queries.rows("EXPLAIN " + question.sqlIn(SKIPPING)).getFirst().getFirst();
        return plan.lines()
                .map(line -> TREE.matcher(line).replaceFirst(""))
                .map(line -> line.replaceFirst(", filterPredicate = .*", ""))
                .filter(line -> REASON.matcher(line).find())
                .distinct()
                .toList();
    }

    private Skipped skipped(TripQuestion question) throws Exception {
        RequestLog.Mark mark = lake.s3().log().mark();
        AtomicReference<QueryStats> stats = new AtomicReference<>();
        try (Statement statement = connection.createStatement()) {
            Setting.SKIPPING.prepare(connection);
            statement.unwrap(TrinoStatement.class).setProgressMonitor(stats::set);
            assertSame(question, Queries.rows(statement, question.sqlIn(SKIPPING)));
        }
        Set<String> read = lake.s3().log().since(mark).data().entries().stream()
                .filter(LoggedRequest::isRead)
                .map(LoggedRequest::key)
                .collect(Collectors.toSet());
        long without = 0;
        long skipped = 0;
        for (Map.Entry<String, Long> object : sizes.entrySet()) {
            if (object.getKey().startsWith(question.table() + "/")
                    && !matching.get(question).contains(object.getKey())) {
                without += object.getValue();
                skipped += read.contains(object.getKey()) ? 0 : object.getValue();
            }
        }
        return new Skipped(
                question,
                matching.get(question).size(),
                (double) skipped / without,
                prunedBy(stats.get().getQueryId()));
    }

    /** Asks the server which index types have pruned in a query. */
    private Set<String> prunedBy(String queryId) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(lake.trino().uri().resolve("/v1/query/" + queryId))
                        .header("X-Trino-User", "local")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return PRUNED_BY
                .matcher(response.body())
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void assertSame(TripQuestion question, List<List<Object>> rows) {
        if (question.sql().contains("ORDER BY")) {
            assertThat(rows).as(question.sql()).isEqualTo(answers.get(question));
        } else {
            assertThat(HashMultiset.create(rows))
                    .as(question.sql())
                    .isEqualTo(HashMultiset.create(answers.get(question)));
        }
    }
}
