// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads values of fields, and throws if a value does not have the type that the format requires. */
final class JsonFields {
    /** The maximum depth. No field that is ever added to the format will be deeper. */
    private static final int MOST_DEPTH = 100;

    private JsonFields() {}

    /** Skips a value that is not needed. */
    static void skip(JsonParser json) throws IOException {
        int depth = 0;
        for (JsonToken token = json.currentToken(); token != null; token = json.nextToken()) {
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            }
            // the parser remembers every open object and array
            if (depth > MOST_DEPTH) {
                throw new ManifestFormatException("its JSON is more than %d levels deep".formatted(MOST_DEPTH));
            }
            if (depth == 0) {
                return;
            }
        }
    }

    static String text(JsonParser json, String field) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw wrongType(field, "a text", json);
        }
        return json.getText();
    }

    static long integer(JsonParser json, String field) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw wrongType(field, "an integer", json);
        }
        return json.getLongValue();
    }

    static List<Long> integers(JsonParser json, String field) throws IOException {
        list(json, field);
        List<Long> integers = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            integers.add(integer(json, field));
        }
        return integers;
    }

    static void list(JsonParser json, String field) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw wrongType(field, "a list", json);
        }
    }

    static void object(JsonParser json, String what) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw wrongType(what, "an object", json);
        }
    }

    private static IOException wrongType(String field, String expected, JsonParser json) {
        return new ManifestFormatException(
                "'%s' in it is not %s, but %s".formatted(field, expected, json.currentToken()));
    }
}
