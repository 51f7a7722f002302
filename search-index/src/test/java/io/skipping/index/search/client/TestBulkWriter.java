// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.airlift.slice.Slices.utf8Slice;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.common.base.Stopwatch;
import io.skipping.index.search.client.ScriptedEngine.Received;
import io.skipping.index.search.client.ScriptedEngine.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

public class TestBulkWriter {
    private static final Pattern ID = Pattern.compile("\"_id\":\"([^\"]*)\"");
    private static final String ITEM = "{\"create\": {\"_id\": \"%s\", \"status\": 201}}";
    private static final String FAILED_ITEM =
            "{\"create\": {\"_id\": \"%s\", \"status\": %s, \"error\": {\"type\": \"%s\", \"reason\": \"%s\"}}}";

    private ScriptedEngine engine;
    private SearchClient client;

    @BeforeMethod
    public void setUp() {
        engine = new ScriptedEngine().otherwise(reply(id -> ITEM.formatted(id)));
        client = new SearchClient(SearchOptions.of(engine.uri()));
    }

    @AfterMethod(alwaysRun = true)
    public void tearDown() {
        client.close();
        engine.close();
    }

    @Test
    public void testDocuments() {
        try (BulkWriter writer = client.bulk("index-1", BulkOptions.DEFAULT)) {
            writer.create("a\"ü", utf8Slice("{\"x\": 1}"));
            writer.create("b", utf8Slice("{\"x\": 2}"));
            BulkResult result = writer.finish();
            assertThat(result.written()).isEqualTo(2);
            assertThat(result.conflicts()).isEmpty();
        }
        assertThat(engine.received()).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.path()).isEqualTo("/index-1/_bulk");
            assertThat(request.headers()).containsEntry("content-type", "application/x-ndjson");
            assertThat(request.body()).isEqualTo("""
                {"create":{"_id":"a\\"ü"}}
                {"x": 1}
                {"create":{"_id":"b"}}
                {"x": 2}
                """);
        });
    }

    @Test
    public void testNothing() {
        try (BulkWriter writer = client.bulk("index", BulkOptions.DEFAULT)) {
            assertThat(writer.finish().written()).isZero();
        }
        assertThat(engine.all()).isEmpty();
    }

    @Test
    public void testSizes() {
        BulkOptions options = new BulkOptions(1 << 10, 10, Duration.ofSeconds(10));
        try (BulkWriter writer = client.bulk("index", options)) {
            for (int i = 0; i < 25; i++) {
                writer.create("small" + i, utf8Slice("{}"));
            }
            for (int i = 0; i < 5; i++) {
                writer.create("large" + i, utf8Slice("{\"x\": \"%s\"}".formatted("x".repeat(400))));
            }
            writer.create("huge", utf8Slice("{\"x\": \"%s\"}".formatted("x".repeat(4000))));
            assertThat(writer.finish().written()).isEqualTo(31);
        }
        assertThat(engine.received()).allSatisfy(request -> {
            assertThat(ids(request)).hasSizeLessThanOrEqualTo(10);
            assertThat(request.body().length() <= 1024 || ids(request).size() == 1)
                    .isTrue();
        });
        assertThat(engine.received().stream().flatMap(request -> ids(request).stream()))
                .hasSize(31)
                .doesNotHaveDuplicates();
    }

    @Test
    public void testLineBreaks() {
        try (BulkWriter writer = client.bulk("index", BulkOptions.DEFAULT)) {
            assertThatThrownBy(() -> writer.create("a", utf8Slice("{\n}"))).hasMessage("document has a line break");
            writer.create("a\nb", utf8Slice("{}"));
            assertThat(writer.finish().written()).isEqualTo(1);
        }
        assertThat(engine.received().getFirst().lines()).containsExactly("{\"create\":{\"_id\":\"a\\nb\"}}", "{}");
    }

    @Test
    public void testOnlyRefusedDocumentsAreSentAgain() {
        engine.then(reply(id -> switch (id) {
            case "b" -> FAILED_ITEM.formatted(id, 429, "es_rejected_execution_exception", "queue is full");
            case "d" -> FAILED_ITEM.formatted(id, 503, "unavailable_shards_exception", "primary shard is not active");
            default -> ITEM.formatted(id);
        }));
        engine.then(reply(id -> id.equals("d")
                ? FAILED_ITEM.formatted(id, 429, "es_rejected_execution_exception", "queue is full")
                : ITEM.formatted(id)));
        assertThat(write(BulkOptions.DEFAULT, "a", "b", "c", "d").written()).isEqualTo(4);
        assertThat(engine.received().stream().map(TestBulkWriter::ids))
                .containsExactly(List.of("a", "b", "c", "d"), List.of("b", "d"), List.of("d"));
        assertThat(engine.received().get(2).lines())
                .containsExactly("{\"create\":{\"_id\":\"d\"}}", "{\"value\": \"d\"}");
    }

    @Test
    public void testDocumentsRefusedForTooLong() {
        engine.otherwise(reply(id -> id.equals("b")
                ? FAILED_ITEM.formatted(id, 429, "es_rejected_execution_exception", "queue is full")
                : ITEM.formatted(id)));
        // pauses grow: it hardly happens that there is time for one more request, and not for its answer
        BulkOptions options = new BulkOptions(1 << 20, 100, Duration.ofSeconds(3));
        SearchException failure = assertFailure(options, "a", "b");
        assertThat(failure)
                .hasMessage("Cannot write 1 of 2 documents to index index; the first of them, 'b':"
                        + " es_rejected_execution_exception: queue is full (status 429)");
        assertThat(failure.status()).isEqualTo(429);
        assertThat(engine.received()).hasSizeBetween(2, 8);
    }

    @Test
    public void testDocumentsThatFail() {
        engine.then(reply(id -> id.compareTo("b") < 0
                ? ITEM.formatted(id)
                : FAILED_ITEM.formatted(id, 400, "mapper_parsing_exception", "failed to parse field [value]")));
        SearchException failure = assertFailure(BulkOptions.DEFAULT, "a", "b", "c");
        assertThat(failure)
                .hasMessage("Cannot write 2 of 3 documents to index index; the first of them, 'b':"
                        + " mapper_parsing_exception: failed to parse field [value] (status 400)");
        assertThat(failure.status()).isEqualTo(400);
        assertThat(failure.errorType()).contains("mapper_parsing_exception");
        assertThat(engine.received()).hasSize(1);
    }

    @Test
    public void testFullDisk() {
        engine.then(reply(id -> FAILED_ITEM.formatted(
                id,
                429,
                "cluster_block_exception",
                "index [index] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage"
                        + " watermark, index has read-only-allow-delete block];")));
        assertThat(assertFailure(BulkOptions.DEFAULT, "a"))
                .hasMessageEndingWith(
                        "(status 429); its disks are nearly full, so it takes no writes: free space, or give it more");
        assertThat(engine.received()).hasSize(1);
    }

    @Test
    public void testConflicts() {
        engine.then(reply(id -> id.equals("b")
                ? FAILED_ITEM.formatted(id, 409, "version_conflict_engine_exception", "document already exists")
                : ITEM.formatted(id)));
        BulkResult result = write(BulkOptions.DEFAULT, "a", "b", "c");
        assertThat(result.written()).isEqualTo(2);
        assertThat(result.conflicts()).containsExactly("b");
        assertThat(engine.received()).hasSize(1);
    }

    @Test
    public void testRefusedRequests() {
        engine.then(Reply.of(429, ""), Reply.of(503, ""));
        assertThat(write(BulkOptions.DEFAULT, "a").written()).isEqualTo(1);
        assertThat(engine.received()).hasSize(3);
    }

    @Test
    public void testLostRequests() {
        engine.then(Reply.lost());
        assertThat(assertFailure(BulkOptions.DEFAULT, "a").status()).isEqualTo(SearchException.NO_ANSWER);
        assertThat(engine.received()).as("not repeated").hasSize(1);
    }

    @Test
    public void testAnswersAboutOtherDocuments() {
        engine.then(Reply.of(200, "{\"items\": []}"));
        assertThat(assertFailure(BulkOptions.DEFAULT, "a"))
                .hasMessage("Cannot write to index index: 1 documents were sent, and the answer is about 0");
    }

    @Test
    public void testNothingIsAddedAfterALostRequest() throws InterruptedException {
        engine.otherwise(_ -> Reply.error(404, "index_not_found_exception", "no such index [index]"));
        BulkOptions options = new BulkOptions(1 << 20, 1, Duration.ofSeconds(10));
        try (BulkWriter writer = client.bulk("index", options)) {
            SearchException failure = catchThrowableOfType(SearchException.class, () -> {
                for (int i = 0; i < 1000; i++) {
                    writer.create("a" + i, utf8Slice("{}"));
                    Thread.sleep(1);
                }
            });
            assertThat(failure.errorType()).contains("index_not_found_exception");
            assertThatThrownBy(writer::finish).isSameAs(failure);
        }
    }

    @Test
    public void testAddWaitsWhileTooMuchIsUnderWay() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger mostInFlight = new AtomicInteger();
        engine.otherwise(request -> {
            mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            inFlight.decrementAndGet();
            return reply(id -> ITEM.formatted(id)).apply(request);
        });
        AtomicInteger added = new AtomicInteger();
        BulkOptions options = new BulkOptions(1 << 20, 10, Duration.ofSeconds(10));
        CompletableFuture<BulkResult> result = CompletableFuture.supplyAsync(() -> {
            try (BulkWriter writer = client.bulk("index", options)) {
                for (int i = 0; i < 200; i++) {
                    writer.create("a" + i, utf8Slice("{}"));
                    added.incrementAndGet();
                }
                return writer.finish();
            }
        });
        while (inFlight.get() < 2 || added.get() < 29) {
            Thread.sleep(1);
        }
        Thread.sleep(100);
        // two requests under way, and one that waits
        assertThat(added.get()).isEqualTo(29);
        open.countDown();
        assertThat(result.get(30, TimeUnit.SECONDS).written()).isEqualTo(200);
        assertThat(mostInFlight.get()).isEqualTo(2);
    }

    @Test
    public void testInterruptedAdd() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        hang(open);
        BulkOptions options = new BulkOptions(1 << 20, 1, Duration.ofSeconds(60));
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().start(() -> {
            try (BulkWriter writer = client.bulk("index", options)) {
                for (int i = 0; i < 10; i++) {
                    writer.create("a" + i, utf8Slice("{}"));
                }
                outcome.complete(null);
            } catch (SearchException e) {
                outcome.complete(Thread.currentThread().isInterrupted() ? e : new AssertionError("flag is lost"));
            }
        });
        while (engine.received().size() < 2) {
            Thread.sleep(1);
        }
        thread.interrupt();
        assertThat(outcome.get(5, TimeUnit.SECONDS)).hasMessage("Interrupted while writing to index index");
        open.countDown();
    }

    @Test
    public void testCloseAbandons() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        hang(open);
        BulkOptions options = new BulkOptions(1 << 20, 1, Duration.ofSeconds(60));
        BulkWriter writer = client.bulk("index", options);
        writer.create("a", utf8Slice("{}"));
        writer.create("b", utf8Slice("{}"));
        Stopwatch stopwatch = Stopwatch.createStarted();
        writer.close();
        writer.close();
        assertThat(stopwatch.elapsed(TimeUnit.MILLISECONDS)).isLessThan(2_000);
        open.countDown();
        assertThatThrownBy(() -> writer.create("c", utf8Slice("{}"))).hasMessage("already closed");
        assertThatThrownBy(writer::finish).hasMessage("already closed");
        // others go on
        engine.otherwise(reply(id -> ITEM.formatted(id)));
        assertThat(write(BulkOptions.DEFAULT, "c").written()).isEqualTo(1);
    }

    private void hang(CountDownLatch open) {
        engine.otherwise(_ -> {
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Reply.lost();
        });
    }

    private BulkResult write(BulkOptions options, String... ids) {
        try (BulkWriter writer = client.bulk("index", options)) {
            for (String id : ids) {
                writer.create(id, utf8Slice("{\"value\": \"%s\"}".formatted(id)));
            }
            return writer.finish();
        }
    }

    private SearchException assertFailure(BulkOptions options, String... ids) {
        SearchException failure = catchThrowableOfType(SearchException.class, () -> write(options, ids));
        assertThat(failure).isNotNull();
        return failure;
    }

    private static Function<Received, Reply> reply(Function<String, String> item) {
        return request -> Reply.of(
                200,
                "{\"items\": [%s]}".formatted(ids(request).stream().map(item).collect(joining(", "))));
    }

    private static List<String> ids(Received request) {
        List<String> lines = request.lines();
        return lines.stream()
                .filter(line -> line.startsWith("{\"create\""))
                .map(line -> {
                    Matcher matcher = ID.matcher(line.replace("\\\"", ""));
                    assertThat(matcher.find()).as(line).isTrue();
                    return matcher.group(1);
                })
                .collect(toImmutableList());
    }
}
