// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.ScalarType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads and writes JSON as the index's files use it. Unknown fields are ignored; missing and mistyped fields are
 * errors.
 */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final int MOST_TYPE_DEPTH = 100;

    private Json() {}

    /** Returns the value as JSON text. */
    public static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Cannot write " + value, e);
        }
    }

    /**
     * Parses JSON text.
     *
     * @throws IOException with half a sentence if a field is missing or mistyped
     */
    public static <T> T read(byte[] json, Class<T> type) throws IOException {
        T value;
        try {
            value = MAPPER.readValue(json, type);
        } catch (JsonProcessingException e) {
            // one line, without a dump of the file
            throw new IOException("it is not the expected JSON: " + e.getOriginalMessage(), e);
        }
        if (value == null) {
            throw new IOException("it is not the expected JSON: null");
        }
        return value;
    }

    /** Returns the value as JSON text, with additional fields, such as those for {@link #flag} and {@link #numbers}. */
    public static byte[] write(Object value, Map<String, ?> more) {
        ObjectNode tree = MAPPER.valueToTree(value);
        more.forEach((name, field) -> tree.set(name, MAPPER.valueToTree(field)));
        return write(tree);
    }

    /** Returns a flag that earlier releases did not write; empty if it is missing. */
    public static Optional<Boolean> flag(byte[] json, String name) throws IOException {
        JsonNode value = read(json, JsonNode.class).path(name);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isBoolean()) {
            throw new IOException("it is not the expected JSON: %s is %s".formatted(name, value.getNodeType()));
        }
        return Optional.of(value.booleanValue());
    }

    /** Returns a list of integers that may be missing; empty if it is. */
    public static List<Long> numbers(byte[] json, String name) throws IOException {
        JsonNode value = read(json, JsonNode.class).path(name);
        if (value.isMissingNode()) {
            return List.of();
        }
        List<Long> numbers = new ArrayList<>();
        for (JsonNode number : value) {
            if (!number.canConvertToLong() || !number.isIntegralNumber()) {
                throw new IOException("it is not the expected JSON: %s has a %s".formatted(name, number.getNodeType()));
            }
            numbers.add(number.longValue());
        }
        if (!value.isArray()) {
            throw new IOException("it is not the expected JSON: %s is %s".formatted(name, value.getNodeType()));
        }
        return numbers;
    }

    static ObjectNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    static <T> T read(JsonNode tree, Class<T> type) throws IOException {
        T value;
        try {
            value = MAPPER.treeToValue(tree, type);
        } catch (JsonProcessingException e) {
            throw new IOException("it is not the expected JSON: " + e.getOriginalMessage(), e);
        }
        if (value == null) {
            throw new IOException("it is not the expected JSON: null");
        }
        return value;
    }

    /** Holds the JSON form of an indexed column. */
    public record ColumnJson(String name, String type, String origin) {
        static ColumnJson of(IndexedColumn column) {
            return new ColumnJson(
                    column.name(), column.type().toString(), column.origin().toString());
        }

        IndexedColumn toColumn() {
            return new IndexedColumn(name, ScalarType.parse(checkedType(type)), origin);
        }
    }

    /** Holds the JSON form of an index definition. */
    public record DefinitionJson(String type, List<ColumnJson> columns, Map<String, String> options) {
        public static DefinitionJson of(IndexDefinition definition) {
            return new DefinitionJson(
                    definition.type(),
                    definition.columns().stream().map(ColumnJson::of).toList(),
                    new TreeMap<>(definition.options()));
        }

        public IndexDefinition toDefinition() {
            return new IndexDefinition(
                    type, columns.stream().map(ColumnJson::toColumn).toList(), options);
        }
    }

    /**
     * Returns the text, or throws if it nests deeper than any type of a column: only a malicious file does so, to harm
     * its parser.
     */
    static String checkedType(String text) {
        int depth = 0;
        for (int index = 0; index < text.length(); index++) {
            depth += text.charAt(index) == '(' ? 1 : text.charAt(index) == ')' ? -1 : 0;
            if (depth > MOST_TYPE_DEPTH) {
                throw new IllegalArgumentException("it has a type of more than %s levels".formatted(MOST_TYPE_DEPTH));
            }
        }
        return text;
    }
}
