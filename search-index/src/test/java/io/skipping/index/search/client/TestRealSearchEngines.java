// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.airlift.slice.Slices.utf8Slice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.airlift.slice.Slice;
import io.skipping.search.local.LocalSearchEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** Tests that the engines answer as {@link ScriptedEngine} does in the other tests. */
@Test(groups = "servers")
public class TestRealSearchEngines {
    private static final SearchRequest MAKE_INDEX = SearchRequest.put("/lake").json("""
        {"settings": {"number_of_shards": 1, "number_of_replicas": 0},
         "mappings": {"dynamic": "strict", "properties": {"value": {"type": "long"}}}}\
        """);

    private final SearchProduct product;
    private Path folder;
    private LocalSearchEngine engine;
    private SearchClient client;

    @Factory(dataProvider = "products")
    public TestRealSearchEngines(SearchProduct product) {
        this.product = product;
    }

    @DataProvider
    public static Object[][] products() {
        return new Object[][] {{SearchProduct.ELASTICSEARCH}, {SearchProduct.OPENSEARCH}};
    }

    @BeforeClass
    public void setUp() throws IOException {
        folder = Files.createTempDirectory("search-engine");
        engine = LocalSearchEngine.builder(io.skipping.search.local.SearchProduct.valueOf(product.name()), folder)
                .quickStart()
                .start();
        client = new SearchClient(SearchOptions.of(engine.uri()));
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() throws IOException {
        if (client != null) {
            client.close();
        }
        if (engine != null) {
            engine.close();
        }
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    @Test
    public void testEngine() {
        assertThat(client.engine().product()).isEqualTo(product);
        assertThat(client.request(SearchRequest.head("/no-such-index")).status())
                .isEqualTo(404);
        SearchException failure = assertFailure(() -> client.request(SearchRequest.search("/no-such-index/_search")));
        assertThat(failure.status()).isEqualTo(404);
        assertThat(failure.errorType()).contains("index_not_found_exception");
        assertThat(failure)
                .hasMessage(
                        "Cannot POST /no-such-index/_search: %s answered 404 index_not_found_exception: no such index"
                                + " [no-such-index]",
                        engine.uri());
        assertThat(assertFailure(() ->
                                client.request(SearchRequest.search("/_search").json("{\"query\": {\"odd\": {}}}")))
                        .status())
                .isEqualTo(400);
    }

    @Test
    public void testBulk() {
        client.request(MAKE_INDEX);
        BulkOptions options = new BulkOptions(10 << 10, 1000, Duration.ofSeconds(30));
        try (BulkWriter writer = client.bulk("lake", options)) {
            for (int i = 0; i < 2000; i++) {
                writer.create("a/ü\"" + i, document(i));
            }
            assertThat(writer.finish()).isEqualTo(new BulkResult(2000, List.of()));
        }
        try (BulkWriter writer = client.bulk("lake", options)) {
            writer.create("a/ü\"7", document(1));
            writer.create("b", document(1));
            BulkResult result = writer.finish();
            assertThat(result.written()).isEqualTo(1);
            assertThat(result.conflicts()).containsExactly("a/ü\"7");
        }
        assertThat(client.request(SearchRequest.get(SearchRequest.path("lake", "_doc", "a/ü\"7")))
                        .body()
                        .at("/_source/value")
                        .asInt())
                .isEqualTo(7);
        try (BulkWriter writer = client.bulk("lake", options)) {
            writer.create("c", document(1));
            writer.create("d", utf8Slice("{\"value\": \"odd\"}"));
            writer.create("e", utf8Slice("{\"other\": 1}"));
            SearchException failure = assertFailure(writer::finish);
            assertThat(failure.status()).isEqualTo(400);
            assertThat(failure)
                    .hasMessageStartingWith("Cannot write 2 of 3 documents to index lake; the first of them, 'd': ")
                    .hasMessageContaining("value");
        }
        client.request(SearchRequest.delete("/lake"));
    }

    @Test
    public void testFullDisk() {
        client.request(MAKE_INDEX);
        client.request(SearchRequest.put("/lake/_settings").json("{\"index.blocks.read_only_allow_delete\": true}"));
        for (ThrowingCallable write : new ThrowingCallable[] {
            () -> client.request(SearchRequest.put("/lake/_doc/1").json("{\"value\": 1}")),
            () -> {
                try (BulkWriter writer = client.bulk("lake", BulkOptions.DEFAULT)) {
                    writer.create("1", document(1));
                    writer.finish();
                }
            }
        }) {
            SearchException failure = assertFailure(write);
            assertThat(failure.errorType()).contains("cluster_block_exception");
            assertThat(failure)
                    .hasMessageEndingWith(
                            "; its disks are nearly full, so it takes no writes: free space, or give it more");
        }
        client.request(SearchRequest.delete("/lake"));
    }

    @Test(dependsOnMethods = {"testEngine", "testBulk", "testFullDisk"})
    public void testEngineThatHangsAndEnds() throws IOException {
        SearchRequest search = SearchRequest.search("/_search");
        engine.pause();
        assertThat(assertFailure(() -> client.request(search.timeout(Duration.ofMillis(500)))))
                .hasMessage("Cannot POST /_search: %s did not answer within 500.00ms", engine.uri());
        engine.resume();
        assertThat(client.request(search).status()).isEqualTo(200);
        engine.kill();
        assertThat(assertFailure(() -> client.request(search)))
                .hasMessageContaining("check that it is running and that skipping.elasticsearch.uris is right");
        engine.restart();
        assertThat(client.request(search).status()).isEqualTo(200);
    }

    private static Slice document(int value) {
        return utf8Slice("{\"value\": %s}".formatted(value));
    }

    private static SearchException assertFailure(ThrowingCallable call) {
        SearchException failure = catchThrowableOfType(SearchException.class, call);
        assertThat(failure).isNotNull();
        return failure;
    }
}
