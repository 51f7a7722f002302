// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.search;

import static io.airlift.slice.Slices.utf8Slice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.store.search.ScriptedEngine.Reply;
import org.testng.annotations.Test;

public class TestSearchClient {
    @Test
    public void testRequest() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = new SearchClient(SearchOptions.of(engine.uri()))) {
            engine.then(Reply.of(200, "{\"hits\": {\"total\": 7}}"));
            SearchResponse response = client.request(SearchRequest.search("/index/_search")
                    .parameter("filter_path", "hits.total")
                    .json("{\"size\": 0}"));
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body().at("/hits/total").asInt()).isEqualTo(7);
            assertThat(response.node()).isEqualTo(engine.uri().toString());
            assertThat(engine.received()).singleElement().satisfies(request -> {
                assertThat(request.method()).isEqualTo("POST");
                assertThat(request.uri()).hasToString("/index/_search?filter_path=hits.total");
                assertThat(request.headers()).containsEntry("content-type", "application/json");
                assertThat(request.body()).isEqualTo("{\"size\": 0}");
            });
        }
    }

    @Test
    public void testRetry() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = new SearchClient(SearchOptions.of(engine.uri()))) {
            engine.then(Reply.of(429, ""), Reply.of(503, ""));
            assertThat(client.request(SearchRequest.post("/index/_doc").json("{}"))
                            .status())
                    .isEqualTo(200);
            assertThat(engine.received()).hasSize(3);
        }
    }

    @Test
    public void testFailure() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = new SearchClient(SearchOptions.of(engine.uri()))) {
            engine.then(Reply.error(404, "index_not_found_exception", "no such index [index]"));
            assertThatThrownBy(() -> client.request(SearchRequest.search("/index/_search")))
                    .isInstanceOf(SearchException.class)
                    .hasMessage(
                            "Cannot POST /index/_search: %s answered 404 index_not_found_exception: no such index [index]",
                            engine.uri());
            assertThat(engine.received()).hasSize(1);
        }
    }

    @Test
    public void testBulk() {
        try (ScriptedEngine engine = new ScriptedEngine();
                SearchClient client = new SearchClient(SearchOptions.of(engine.uri()))) {
            engine.then(
                    Reply.of(
                            200,
                            "{\"items\": [{\"create\": {\"_id\": \"a\", \"status\": 201}}, {\"create\": {\"_id\": \"b\", \"status\": 409, \"error\": {\"type\": \"version_conflict_engine_exception\", \"reason\": \"there\"}}}]}"));
            try (BulkWriter writer = client.bulk("index", BulkOptions.CREATING)) {
                writer.create("a", utf8Slice("{}"));
                writer.create("b", utf8Slice("{}"));
                BulkResult result = writer.finish();
                assertThat(result.written()).isEqualTo(1);
                assertThat(result.conflicts()).containsExactly("b");
            }
        }
    }
}
