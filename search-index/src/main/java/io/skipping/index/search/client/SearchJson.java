// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InputStream;

/** Reads and writes JSON of the engine. */
final class SearchJson {
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    // a summary may be one long string; the size of responses is limited elsewhere
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .build();

    private SearchJson() {}

    static JsonParser parser(InputStream content) throws IOException {
        return MAPPER.createParser(content);
    }

    static JsonNode tree(JsonParser parser) throws IOException {
        JsonNode tree = MAPPER.readTree(parser);
        return tree == null ? MissingNode.getInstance() : tree;
    }

    /** Parses JSON; returns a missing node if the text is not JSON. */
    static JsonNode readOrMissing(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    static String text(byte[] content) {
        return new String(content, UTF_8);
    }

    static String quoted(String text) {
        try {
            return MAPPER.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Cannot write a string", e);
        }
    }
}
