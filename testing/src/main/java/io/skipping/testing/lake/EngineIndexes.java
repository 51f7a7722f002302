// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.search.local.LocalSearchEngine;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The indexes that a lake keeps in a search engine, as the engine tells of them. */
public final class EngineIndexes {
    /** The names of all of them; the lake leaves the connector its default for how they begin. */
    static final String ALL = "trino-skipping-*";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final LocalSearchEngine engine;

    public EngineIndexes(LocalSearchEngine engine) {
        this.engine = engine;
    }

    /** Product and version of the engine. */
    public String keeper() throws IOException {
        return "%s %s"
                .formatted(
                        engine.product(),
                        get("/").path("version").path("number").asText());
    }

    /** Where the engine shows them, for people. */
    URI list() {
        return engine.uri().resolve("/_cat/indices/" + ALL + "?v");
    }

    /** Where the engine shows summaries, for people: of what range of which object, and the values that are searched. */
    URI documents() {
        return engine.uri()
                .resolve(
                        "/" + ALL
                                + "/_search?pretty&size=1&q=kind:range&_source_includes=path,start,length,rows&docvalue_fields=fields.*");
    }

    /**
     * Bytes on its disk of all that is in them. By segments, and not by what is said of the store as a whole, which the
     * engine counts again every ten seconds only.
     */
    public long bytes() throws IOException {
        long bytes = 0;
        for (JsonNode index : get("/" + ALL + "/_segments").path("indices")) {
            for (JsonNode shard : index.path("shards")) {
                for (JsonNode copy : shard) {
                    for (JsonNode segment : copy.path("segments")) {
                        bytes += segment.path("size_in_bytes").asLong();
                    }
                }
            }
        }
        return bytes;
    }

    private JsonNode get(String path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(engine.uri().resolve(path)).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IOException("%s answers %d to %s: %s"
                        .formatted(engine.product(), response.statusCode(), path, response.body()));
            }
            return MAPPER.readTree(response.body());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while asking " + engine.product());
        }
    }
}
