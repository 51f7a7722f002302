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

/** Inspects the indexes that a lake keeps in a search engine, by asking the engine. */
public final class EngineIndexes {
    /** Matches the names of all indexes; the lake leaves the connector's prefix for them at its default. */
    static final String ALL = "trino-skipping-*";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final LocalSearchEngine engine;

    /** Creates access to the indexes in an engine. */
    public EngineIndexes(LocalSearchEngine engine) {
        this.engine = engine;
    }

    /** Returns the product name and the version of the engine. */
    public String keeper() throws IOException {
        return "%s %s"
                .formatted(
                        engine.product(),
                        get("/").path("version").path("number").asText());
    }

    /** Returns the URI at which the engine lists the indexes for human readers. */
    URI list() {
        return engine.uri().resolve("/_cat/indices/" + ALL + "?v");
    }

    /**
     * Returns the URI at which the engine shows summaries for human readers: the object, the range, and the values that
     * are searched.
     */
    URI documents() {
        return engine.uri()
                .resolve(
                        "/" + ALL
                                + "/_search?pretty&size=1&q=kind:range&_source_includes=path,start,length,rows&docvalue_fields=fields.*");
    }

    /**
     * Returns the size of all indexes on the engine's disk, in bytes. Sums the segments' sizes: the engine updates the
     * size of the store as a whole only every ten seconds.
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
