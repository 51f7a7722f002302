// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.base.Stopwatch;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.search.client.ScriptedEngine.Reply;
import io.skipping.index.search.client.SearchOptions.BasicAuth;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestSearchClient {
    private static final SearchRequest SEARCH = SearchRequest.search("/index/_search");
    private static final SearchRequest UPDATE = SearchRequest.post("/index/_update/1");

    @Test
    public void testRequest() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            engine.then(Reply.of(200, "{\"hits\": {\"total\": 7}}"));
            SearchResponse response =
                    client.request(SEARCH.parameter("filter_path", "hits.total").json("{\"size\": 0}"));
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body().at("/hits/total").asInt()).isEqualTo(7);
            assertThat(response.node()).isEqualTo(engine.uri().toString());
            assertThat(engine.received()).singleElement().satisfies(request -> {
                assertThat(request.method()).isEqualTo("POST");
                assertThat(request.uri()).hasToString("/index/_search?filter_path=hits.total");
                assertThat(request.headers()).containsEntry("content-type", "application/json");
                assertThat(request.headers()).containsEntry("accept", "application/json");
                assertThat(request.headers()).doesNotContainKeys("authorization", "x-elastic-client-meta");
                assertThat(request.body()).isEqualTo("{\"size\": 0}");
            });
        }
    }

    @Test
    public void testMethods() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            client.request(SearchRequest.get("/a").json("{}"));
            client.request(SearchRequest.put("/a"));
            client.request(SearchRequest.post("/a"));
            client.request(SearchRequest.delete("/a").json("{}"));
            assertThat(client.request(SearchRequest.head("/a")).body().isMissingNode())
                    .isTrue();
            assertThat(engine.received().stream().map(ScriptedEngine.Received::method))
                    .containsExactly("GET", "PUT", "POST", "DELETE", "HEAD");
        }
    }

    @Test
    public void testPathsOfAnyCharacters() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            client.request(SearchRequest.get(SearchRequest.path("index", "_doc", "a/b c+d%ü?"))
                    .parameter("routing", "x y&z"));
            assertThat(engine.received())
                    .singleElement()
                    .satisfies(request -> assertThat(request.uri())
                            .hasToString("/index/_doc/a%2Fb%20c%2Bd%25%C3%BC%3F?routing=x+y%26z"));
        }
    }

    @Test
    public void testPathPrefix() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = new SearchClient(SearchOptions.of(URI.create(engine.uri() + "/search/")))) {
            engine.otherwise(_ -> Reply.of(200, ScriptedEngine.ELASTICSEARCH_8));
            client.request(SEARCH);
            assertThat(engine.all().stream().map(ScriptedEngine.Received::path))
                    .containsExactly("/search/", "/search/index/_search");
        }
    }

    @Test
    public void testReader() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            String large = "x".repeat(25 << 20);
            engine.then(Reply.of(200, "{\"a\": \"%s\"}".formatted(large)));
            JsonNode tree = client.request(SEARCH, content -> content.readValueAsTree());
            assertThat(tree.path("a").textValue()).hasSize(large.length());
        }
    }

    @Test
    public void testAnswerThatIsNotJson() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            engine.then(Reply.of(200, "<html>hello</html>"));
            assertThatThrownBy(() -> client.request(SEARCH))
                    .isInstanceOf(SearchException.class)
                    .hasMessage(
                            "Cannot POST /index/_search: %s answered 200 with content that is not the expected JSON",
                            engine.uri());
        }
    }

    @Test
    public void testAcceptedStatus() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            engine.then(Reply.of(404, "{\"found\": false}"), Reply.of(404, ""));
            SearchResponse response =
                    client.request(SearchRequest.get("/index/_doc/1").accept(404));
            assertThat(response.status()).isEqualTo(404);
            assertThat(response.body().path("found").asBoolean(true)).isFalse();
            assertThat(client.request(SearchRequest.head("/index")).status()).isEqualTo(404);
        }
    }

    @Test
    public void testRefusedRequestsAreSentAgain() {
        for (SearchRequest request : List.of(SEARCH, UPDATE)) {
            try (ScriptedEngine engine = new ScriptedEngine();
                    SearchClient client = client(engine)) {
                engine.then(
                        Reply.error(429, "circuit_breaking_exception", "Data too large"),
                        Reply.error(503, "unavailable_shards_exception", "primary shard is not active"));
                assertThat(client.request(request.json("{\"a\": 1}")).status()).isEqualTo(200);
                assertThat(engine.received()).hasSize(3);
                assertThat(engine.received().stream().map(ScriptedEngine.Received::body))
                        .containsOnly("{\"a\": 1}");
            }
        }
    }

    @Test
    public void testRetryAfter() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            engine.then(Reply.of(429, "").header("Retry-After", "1"));
            Stopwatch stopwatch = Stopwatch.createStarted();
            client.request(SEARCH);
            assertThat(stopwatch.elapsed(TimeUnit.MILLISECONDS)).isBetween(1_000L, 5_000L);

            for (String value : List.of("Wed, 21 Oct 2015 07:28:00 GMT", "soon", "-1", "99999999999999999999")) {
                engine.then(Reply.of(503, "").header("Retry-After", value));
                stopwatch.reset().start();
                assertThat(client.request(SEARCH).status()).isEqualTo(200);
                assertThat(stopwatch.elapsed(TimeUnit.MILLISECONDS)).isLessThan(5_000);
            }

            // at once, if the answer could not come in time
            engine.then(Reply.of(429, "").header("Retry-After", "3600"));
            stopwatch.reset().start();
            assertFailure(client, SEARCH, 429);
            assertThat(stopwatch.elapsed(TimeUnit.MILLISECONDS)).isLessThan(5_000);
        }
    }

    @Test
    public void testRefusedForTooLong() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            Reply full = Reply.error(429, "es_rejected_execution_exception", "queue is full");
            engine.then(full).then(full);
            // with a little time left for one more request, the failure would be that it was not answered in it
            engine.otherwise(_ -> full.header("Retry-After", "3600"));
            Stopwatch stopwatch = Stopwatch.createStarted();
            SearchException failure = assertFailure(client, SEARCH.timeout(Duration.ofSeconds(60)), 429);
            assertThat(failure)
                    .hasMessage(
                            "Cannot POST /index/_search: %s answered 429 es_rejected_execution_exception: queue is"
                                    + " full",
                            engine.uri());
            assertThat(failure.errorType()).contains("es_rejected_execution_exception");
            assertThat(stopwatch.elapsed(TimeUnit.MILLISECONDS)).isLessThan(30_000);
            assertThat(engine.received()).hasSize(3);
        }
    }

    @Test
    public void testFailuresOfRequestsAreNotRepeated() {
        for (int status : new int[] {400, 404, 409, 413, 500, 501}) {
            try (ScriptedEngine engine = new ScriptedEngine();
                    SearchClient client = client(engine)) {
                engine.then(Reply.of(status, ""));
                assertFailure(client, SEARCH, status);
                assertThat(engine.received()).hasSize(1);
            }
        }
    }

    @Test
    public void testLostAnswers() {
        for (Reply lost : List.of(Reply.of(502, ""), Reply.of(504, ""), Reply.lost())) {
            try (ScriptedEngine engine = new ScriptedEngine();
                    SearchClient client = client(engine)) {
                engine.then(lost);
                assertThat(client.request(SEARCH).status()).isEqualTo(200);
                assertThat(engine.received()).hasSize(2);
                // it may have been done
                engine.then(lost);
                assertFailure(client, UPDATE, lost.status());
                assertThat(engine.received()).hasSize(3);
                // the caller knows that doing it twice does no harm
                engine.then(lost);
                assertThat(client.request(UPDATE.idempotent(true)).status()).isEqualTo(200);
                assertThat(engine.received()).hasSize(5);
            }
        }
    }

    @Test
    public void testLostAnswersOfManyNodes() {
        try (ScriptedEngine first = new ScriptedEngine();
                ScriptedEngine second = new ScriptedEngine();
                SearchClient client = new SearchClient(SearchOptions.of(first.uri(), second.uri()))) {
            client.engine();
            for (Reply lost : List.of(Reply.of(502, ""), Reply.lost())) {
                first.otherwise(_ -> lost);
                second.otherwise(_ -> lost);
                int before = first.received().size() + second.received().size();
                assertFailure(client, UPDATE, lost.status());
                assertThat(first.received().size() + second.received().size()).isEqualTo(before + 1);
            }
        }
    }

    @Test
    public void testFailover() throws Exception {
        URI nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://localhost:" + socket.getLocalPort());
        }
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = new SearchClient(SearchOptions.of(nobody, engine.uri()))) {
            for (int i = 0; i < 4; i++) {
                assertThat(client.request(UPDATE).node()).isEqualTo(engine.uri().toString());
            }
            assertThat(engine.received()).hasSize(4);
        }
        try (SearchClient client = new SearchClient(SearchOptions.of(nobody))) {
            assertThat(assertFailure(client, UPDATE, SearchException.NO_ANSWER))
                    .hasMessageMatching(
                            "Cannot GET /: \\Q%s\\E cannot be reached \\(.*Connection refused.*\\): check that it is running and that skipping.elasticsearch.uris is right"
                                    .formatted(nobody));
        }
    }

    @Test
    public void testNoConnection() throws Exception {
        List<Socket> queue = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                SearchClient client =
                        new SearchClient(SearchOptions.of(URI.create("http://localhost:" + full.getLocalPort())))) {
            // nobody accepts them, so that the system leaves others unanswered
            for (int i = 0; i < 4; i++) {
                Socket socket = new Socket();
                queue.add(socket);
                Thread.ofVirtual().start(() -> {
                    try {
                        socket.connect(full.getLocalSocketAddress());
                    } catch (IOException e) {
                        // closed in the end
                    }
                });
            }
            Thread.sleep(100);
            assertThat(assertFailure(client, SEARCH, SearchException.NO_ANSWER))
                    .hasMessage(
                            "Cannot GET /: http://localhost:%s did not accept a connection within 1.00s: check that it is running"
                                    + " and that nothing blocks the connection, or raise"
                                    + " skipping.elasticsearch.connect-timeout",
                            full.getLocalPort());
        } finally {
            for (Socket socket : queue) {
                socket.close();
            }
        }
    }

    @Test
    public void testUnknownHost() {
        try (SearchClient client = new SearchClient(SearchOptions.of(URI.create("http://no-such-host.invalid:9200")))) {
            assertThat(assertFailure(client, SEARCH, SearchException.NO_ANSWER))
                    .hasMessage(
                            "Cannot GET /: http://no-such-host.invalid:9200 is not known: no address belongs to this"
                                    + " name; check skipping.elasticsearch.uris");
        }
    }

    @Test
    public void testTimeout() throws Exception {
        try (SilentNode node = new SilentNode();
                SearchClient client = new SearchClient(SearchOptions.of(node.uri()))) {
            Stopwatch stopwatch = Stopwatch.createStarted();
            assertThat(assertFailure(client, SEARCH.timeout(Duration.ofMillis(300)), SearchException.NO_ANSWER))
                    .hasMessage("Cannot GET /: %s did not answer within 300.00ms", node.uri());
            assertThat(stopwatch.elapsed(TimeUnit.MILLISECONDS)).isBetween(290L, 3_000L);
            assertThat(node.hungUp().get(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    public void testInterrupt() throws Exception {
        try (SilentNode node = new SilentNode();
                SearchClient client = new SearchClient(SearchOptions.of(node.uri()));
                CapturedLog log = new CapturedLog(Outage.class)) {
            CompletableFuture<Throwable> outcome = new CompletableFuture<>();
            Thread thread = Thread.ofVirtual().start(() -> {
                try {
                    client.request(SEARCH);
                    outcome.complete(null);
                } catch (SearchException e) {
                    outcome.complete(Thread.currentThread().isInterrupted() ? e : new AssertionError("flag is lost"));
                }
            });
            node.asked().get(10, TimeUnit.SECONDS);
            thread.interrupt();
            assertThat(outcome.get(5, TimeUnit.SECONDS))
                    .isInstanceOf(SearchException.class)
                    .hasMessageStartingWith("Interrupted");
            assertThat(node.hungUp().get(5, TimeUnit.SECONDS)).isTrue();
            assertThat(log.messages("WARNING")).isEmpty();
        }
    }

    @Test
    public void testTimeoutsLeadToAnotherNode() throws Exception {
        try (SilentNode silent = new SilentNode();
                ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = new SearchClient(SearchOptions.of(silent.uri(), engine.uri()))) {
            SearchRequest request = SEARCH.timeout(Duration.ofSeconds(2));
            int failures = 0;
            for (int i = 0; i < 6; i++) {
                try {
                    client.request(request);
                } catch (SearchException e) {
                    failures++;
                }
            }
            assertThat(failures).isLessThanOrEqualTo(1);
        }
    }

    @Test
    public void testTooFewConnections() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = new SearchClient(options(engine.uri(), Optional.empty(), Optional.empty(), 1))) {
            client.engine();
            engine.then(_ -> {
                awaitUninterruptibly(open);
                return Reply.of(200, "{}");
            });
            CompletableFuture<SearchResponse> first = CompletableFuture.supplyAsync(() -> client.request(SEARCH));
            while (engine.received().isEmpty()) {
                Thread.sleep(1);
            }
            assertThat(assertFailure(client, SEARCH.timeout(Duration.ofMillis(200)), SearchException.NO_ANSWER))
                    .hasMessage(
                            "Cannot POST /index/_search: %s was not asked within 200.00ms, as all 1 connections are"
                                    + " busy: raise skipping.elasticsearch.max-connections",
                            engine.uri());
            open.countDown();
            assertThat(first.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
            assertThat(client.request(SEARCH).status()).isEqualTo(200);
        }
    }

    @Test
    public void testClose() throws Exception {
        try (SilentNode node = new SilentNode()) {
            SearchClient client = new SearchClient(SearchOptions.of(node.uri()));
            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("skipping-search-")
                                    || thread.getName().startsWith("I/O dispatcher"))
                            .toList())
                    .isNotEmpty()
                    .allMatch(Thread::isDaemon);
            CompletableFuture<SearchResponse> waiting = CompletableFuture.supplyAsync(() -> client.request(SEARCH));
            node.asked().get(10, TimeUnit.SECONDS);
            Stopwatch stopwatch = Stopwatch.createStarted();
            client.close();
            assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(SearchException.class)
                    .hasMessageContaining("was not asked, as the client has been closed");
            assertThat(stopwatch.elapsed(TimeUnit.MILLISECONDS)).isLessThan(3_000);
            assertFailure(client, SEARCH, SearchException.NO_ANSWER);
        }
    }

    @Test
    public void testBasicAuth() {
        String secret = "p:ss wörd";
        String encoded = Base64.getEncoder().encodeToString(("trino:" + secret).getBytes(UTF_8));
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = new SearchClient(
                        options(engine.uri(), Optional.of(new BasicAuth("trino", secret)), Optional.empty(), 20))) {
            engine.then(
                    Reply.error(401, "security_exception", "unable to authenticate user [trino]"),
                    Reply.error(403, "security_exception", "action [indices:data/write] is unauthorized"),
                    Reply.of(400, "bad request with Authorization: Basic " + encoded));
            assertThat(assertFailure(client, SEARCH, 401))
                    .hasMessage(
                            "Cannot POST /index/_search: %s answered 401 security_exception: unable to authenticate"
                                    + " user [trino]; check skipping.elasticsearch.user and"
                                    + " skipping.elasticsearch.password",
                            engine.uri());
            assertThat(assertFailure(client, SEARCH, 403))
                    .hasMessageEndingWith("is unauthorized; give the user 'trino' the right to do this");
            assertThat(assertFailure(client, SEARCH, 400)).hasMessageEndingWith("Authorization: Basic ***");
            assertThat(engine.all())
                    .hasSize(4)
                    .allSatisfy(request ->
                            assertThat(request.headers()).containsEntry("authorization", "Basic " + encoded));
            assertThat(client.options().toString()).contains("trino:***").doesNotContain(secret, encoded);
        }
    }

    @DataProvider
    public Object[][] apiKeys() {
        return new Object[][] {
            {"bXktaWQ6bXktc2VjcmV0", "bXktaWQ6bXktc2VjcmV0"}, {"my-id:my-secret", "bXktaWQ6bXktc2VjcmV0"}
        };
    }

    @Test(dataProvider = "apiKeys")
    public void testApiKey(String key, String sent) {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = new SearchClient(options(engine.uri(), Optional.empty(), Optional.of(key), 20))) {
            engine.then(Reply.error(401, "security_exception", "refused: ApiKey " + sent));
            assertThat(assertFailure(client, SEARCH, 401))
                    .hasMessageEndingWith(
                            "security_exception: refused: ApiKey ***; check skipping.elasticsearch.api-key");
            assertThat(engine.all())
                    .allSatisfy(
                            request -> assertThat(request.headers()).containsEntry("authorization", "ApiKey " + sent));
            assertThat(client.options().toString()).doesNotContain(key);
        }
    }

    @Test
    public void testMissingCredentials() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            engine.root(Reply.error(401, "security_exception", "missing authentication credentials")
                    .header("WWW-Authenticate", "Basic realm=\"security\""));
            assertThat(assertFailure(client, SEARCH, 401))
                    .hasMessageEndingWith("; set skipping.elasticsearch.user and skipping.elasticsearch.password, or"
                            + " skipping.elasticsearch.api-key");
            assertThat(engine.all()).hasSize(1);
        }
    }

    @Test
    public void testRedirectsAreNotFollowed() {
        try (ScriptedEngine engine = new ScriptedEngine();
                ScriptedEngine other = new ScriptedEngine();
                SearchClient client = new SearchClient(
                        options(engine.uri(), Optional.of(new BasicAuth("trino", "secret")), Optional.empty(), 20))) {
            engine.then(Reply.of(302, "").header("Location", other.uri() + "/index"));
            assertThat(assertFailure(client, SearchRequest.get("/index"), 302))
                    .hasMessageEndingWith(
                            "redirects are not followed: set skipping.elasticsearch.uris to where it leads: "
                                    + other.uri() + "/index");
            assertThat(other.all()).isEmpty();
        }
    }

    @Test
    public void testFullDisk() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            for (int status : new int[] {403, 429}) {
                engine.then(Reply.error(
                        status,
                        "cluster_block_exception",
                        "index [index] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage"
                                + " watermark, index has read-only-allow-delete block];"));
                assertThat(assertFailure(client, UPDATE, status))
                        .hasMessageEndingWith(
                                "; its disks are nearly full, so it takes no writes: free space, or give it more");
            }
            assertThat(engine.received()).hasSize(2);
            engine.then(Reply.error(403, "cluster_block_exception", "blocked by: [FORBIDDEN/8/index write (api)];"));
            assertThat(assertFailure(client, UPDATE, 403))
                    .hasMessageEndingWith("; the index or the cluster is set to refuse this: remove the block");
        }
    }

    @Test
    public void testTooLarge() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            engine.then(Reply.of(413, "<html><h1>413 Request Entity Too Large</h1></html>"));
            assertThat(assertFailure(client, UPDATE.json("12345"), 413))
                    .hasMessage(
                            "Cannot POST /index/_update/1: %s answered 413 413 Request Entity Too Large; the request"
                                    + " of 5 bytes is too large for it: raise http.max_content_length, or the limit of the"
                                    + " proxy before it",
                            engine.uri());
        }
    }

    @Test
    public void testReasons() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            engine.then(
                    Reply.of(400, """
                        {"error": {"root_cause": [{"type": "query_shard_exception", "reason": "no mapping"}],
                         "type": "search_phase_execution_exception", "reason": "all shards failed",
                         "caused_by": {"type": "illegal_argument_exception", "reason": "odd",
                         "caused_by": {"type": "x", "reason": "deep"}}}, "status": 400}\
                        """),
                    Reply.of(405, "{\"error\": \"Incorrect HTTP method\", \"status\": 405}"),
                    Reply.of(403, "{\"Message\": \"signature is missing\"}"));
            SearchException failure = assertFailure(client, SEARCH, 400);
            assertThat(failure)
                    .hasMessageEndingWith(
                            "answered 400 search_phase_execution_exception: all shards failed; no mapping; odd; deep");
            assertThat(failure.isErrorType("search_phase_execution_exception")).isTrue();
            failure = assertFailure(client, SEARCH, 405);
            assertThat(failure).hasMessageEndingWith("answered 405 Incorrect HTTP method");
            assertThat(failure.errorType()).isEmpty();
            assertThat(assertFailure(client, SEARCH, 403)).hasMessageContaining("signature is missing");
        }
    }

    @DataProvider
    public Object[][] engines() {
        return new Object[][] {
            {"""
            {"name": "a", "version": {"number": "7.10.2", "build_flavor": "default", "lucene_version": "8.7.0"},
             "tagline": "You Know, for Search"}\
            """, "Elasticsearch 7.10.2"},
            {ScriptedEngine.ELASTICSEARCH_8, "Elasticsearch 8.13.4"},
            {"""
            {"version": {"number": "9.1.0-SNAPSHOT"}, "tagline": "You Know, for Search"}\
            """, "Elasticsearch" + " 9.1.0-SNAPSHOT"},
            {"""
            {"version": {"distribution": "opensearch", "number": "2.11.1"},
             "tagline": "The OpenSearch Project: https://opensearch.org/"}\
            """, "OpenSearch 2.11.1"},
            {"""
            {"version": {"distribution": "opensearch", "number": "3.0.0"},
             "tagline": "The OpenSearch Project: https://opensearch.org/"}\
            """, "OpenSearch 3.0.0"},
            // told to say a version of Elasticsearch
            {"""
            {"version": {"distribution": "opensearch", "number": "7.10.2"},
             "tagline": "The OpenSearch Project: https://opensearch.org/"}\
            """, "OpenSearch 7.10.2"},
            {"""
            {"version": {"number": "7.10.2", "build_type": "tar"},
             "tagline": "The OpenSearch Project: https://opensearch.org/"}\
            """, "OpenSearch 7.10.2"}
        };
    }

    @Test(dataProvider = "engines")
    public void testEngine(String root, String expected) {
        try (ScriptedEngine engine = new ScriptedEngine().root(Reply.of(200, root));
                SearchClient client = client(engine)) {
            assertThat(client.engine()).hasToString(expected);
            client.request(SEARCH);
            client.request(SEARCH);
            assertThat(engine.all()).hasSize(3);
        }
    }

    @Test
    public void testVersionsAreCompared() {
        SearchEngine engine = new SearchEngine(SearchProduct.ELASTICSEARCH, "8.3.0", 8, 3);
        assertThat(engine.isAtLeast(8, 3)).isTrue();
        assertThat(engine.isAtLeast(7, 17)).isTrue();
        assertThat(engine.isAtLeast(8, 4)).isFalse();
        assertThat(engine.isAtLeast(9, 0)).isFalse();
    }

    @Test
    public void testUnsupportedEngines() {
        String root = "{\"version\": {%s\"number\": \"%s\"}}";
        for (String version : List.of("7.9.3", "6.8.23", "1.7.0")) {
            assertUnsupported(root.formatted("", version), "is Elasticsearch %s, which is too old".formatted(version));
        }
        assertUnsupported(
                root.formatted("\"distribution\": \"opensearch\", ", "1.3.20"),
                "is OpenSearch 1.3.20, which is too old: use Elasticsearch 7.10, OpenSearch 2, or later");
        assertUnsupported("{\"hello\": \"world\"}", "is neither Elasticsearch nor OpenSearch");
        assertUnsupported("[]", "is neither Elasticsearch nor OpenSearch");
        assertUnsupported("", "is neither Elasticsearch nor OpenSearch");
        assertUnsupported("<html>", "not the expected JSON");
    }

    private static void assertUnsupported(String root, String message) {
        try (ScriptedEngine engine = new ScriptedEngine().root(Reply.of(200, root));
                SearchClient client = client(engine);
                CapturedLog log = new CapturedLog(Outage.class)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> client.request(UPDATE))
                        .isInstanceOf(IndexUnavailableException.class)
                        .hasMessageContaining(message);
            }
            assertThat(engine.received()).isEmpty();
            assertThat(log.messages("WARNING")).hasSizeLessThanOrEqualTo(1);
            // somebody has replaced it
            engine.root(Reply.of(200, ScriptedEngine.ELASTICSEARCH_8));
            client.request(UPDATE);
        }
    }

    @Test
    public void testOneWarningPerOutage() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine);
                CapturedLog log = new CapturedLog(Outage.class)) {
            client.request(SEARCH);
            engine.then(Reply.of(500, ""), Reply.of(500, ""), Reply.of(401, ""));
            assertFailure(client, SEARCH, 500);
            assertFailure(client, SEARCH, 500);
            assertFailure(client, SEARCH, 401);
            assertThat(log.messages("WARNING"))
                    .singleElement()
                    .satisfies(message -> assertThat(message)
                            .contains(
                                    "cannot be used: Cannot POST /index/_search",
                                    engine.uri().toString()));
            assertThat(log.messages("INFO")).isEmpty();
            client.request(SEARCH);
            client.request(SEARCH);
            assertThat(log.messages("INFO"))
                    .singleElement()
                    .satisfies(message -> assertThat(message).endsWith("can be used again; requests that failed: 3"));
            // answers to what was asked, of an engine that works
            engine.then(Reply.of(404, ""), Reply.of(409, ""), Reply.of(400, ""));
            assertFailure(client, SEARCH, 404);
            assertFailure(client, SEARCH, 409);
            assertFailure(client, SEARCH, 400);
            assertThat(log.messages("WARNING")).hasSize(1);
        }
    }

    /** Elasticsearch without security sends one with every answer. */
    @Test
    public void testWarningsOfServersAreNotLogged() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine);
                CapturedLog log = new CapturedLog("org.elasticsearch.client")) {
            engine.then(Reply.of(200, "{}")
                    .header(
                            "Warning",
                            "299 Elasticsearch-7.17.0 \"Elasticsearch built-in security features are not enabled\""));
            client.request(SEARCH);
            assertThat(log.messages("WARNING")).isEmpty();
        }
    }

    /** An error in one of the client's threads leaves such a client behind. */
    @Test
    public void testClientWhoseThreadsHaveDied() throws Exception {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = client(engine)) {
            client.request(SEARCH);
            client.transport().stopClient();
            assertThat(client.request(SEARCH).status()).isEqualTo(200);
        }
    }

    @Test
    public void testOptions() {
        URI uri = URI.create("http://localhost:9200");
        assertInvalid("names no node");
        assertInvalid("must be like http(s)://host:port, but one is 'localhost:9200'", URI.create("localhost:9200"));
        assertInvalid("must be like http(s)://host:port, but one is 'ftp://a'", URI.create("ftp://a"));
        assertInvalid("must be like http(s)://host:port, but one is 'http://a?b'", URI.create("http://a?b"));
        assertInvalid("must have the same path", URI.create("http://a/x"), URI.create("http://b"));
        SearchOptions.of(URI.create("http://a/x"), URI.create("http://b/x/"));
        for (String withCredentials : List.of("http://elastic:secret@a", "elastic:secret@a:9200")) {
            assertThatThrownBy(() -> SearchOptions.of(URI.create(withCredentials)))
                    .hasMessageContaining("must not hold credentials")
                    .message()
                    .doesNotContain("secret@");
        }
        for (String prefix : List.of("", "-a", "_a", "A", "a*", "a b", "a,b", "a/b")) {
            assertThatThrownBy(() -> new SearchOptions(
                            List.of(uri),
                            prefix,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            true,
                            Duration.ofSeconds(1),
                            Duration.ofSeconds(1),
                            1,
                            1))
                    .hasMessageContaining("skipping.elasticsearch.index-prefix");
        }
        assertThatThrownBy(() -> options(uri, Optional.of(new BasicAuth("trino", "secret")), Optional.of("key"), 1))
                .hasMessage("Set skipping.elasticsearch.user or skipping.elasticsearch.api-key, not both");
        assertThatThrownBy(() -> options(uri, Optional.empty(), Optional.of("two\nlines"), 1))
                .hasMessageContaining("skipping.elasticsearch.api-key");
        assertThatThrownBy(() -> options(uri, Optional.empty(), Optional.empty(), 0))
                .hasMessageContaining("skipping.elasticsearch.max-connections");
        assertThatThrownBy(() -> new BasicAuth("a:b", "secret")).hasMessageContaining("skipping.elasticsearch.user");
    }

    private static void assertInvalid(String message, URI... uris) {
        assertThatThrownBy(() -> SearchOptions.of(uris))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private static SearchClient client(ScriptedEngine engine) {
        return new SearchClient(SearchOptions.of(engine.uri()));
    }

    private static SearchOptions options(
            URI uri, Optional<BasicAuth> basicAuth, Optional<String> apiKey, int maxConnections) {
        return new SearchOptions(
                List.of(uri),
                "trino-skipping",
                basicAuth,
                apiKey,
                Optional.empty(),
                Optional.empty(),
                true,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                maxConnections,
                2);
    }

    private static SearchException assertFailure(SearchClient client, SearchRequest request, int status) {
        SearchException failure = catchThrowableOfType(SearchException.class, () -> client.request(request));
        assertThat(failure).isNotNull();
        assertThat(failure.status()).as(failure.getMessage()).isEqualTo(status);
        return failure;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes a connection and a request, and never answers. */
    private static final class SilentNode implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final CompletableFuture<Boolean> asked = new CompletableFuture<>();
        private final CompletableFuture<Boolean> hungUp = new CompletableFuture<>();

        private SilentNode() throws IOException {
            Thread.ofVirtual().start(() -> {
                while (!server.isClosed()) {
                    try {
                        Socket socket = server.accept();
                        Thread.ofVirtual().start(() -> listen(socket));
                    } catch (IOException e) {
                        return;
                    }
                }
            });
        }

        private void listen(Socket socket) {
            try (socket;
                    InputStream input = socket.getInputStream()) {
                while (input.read() >= 0) {
                    asked.complete(true);
                }
            } catch (IOException e) {
                // that is how it ends when the client gives up
            }
            hungUp.complete(true);
        }

        private URI uri() {
            return URI.create("http://localhost:" + server.getLocalPort());
        }

        private CompletableFuture<Boolean> asked() {
            return asked;
        }

        private CompletableFuture<Boolean> hungUp() {
            return hungUp;
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
