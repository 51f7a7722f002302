// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** JSON as the index's files use it: unknown fields are ignored, missing and mistyped ones are not. */
final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final int MOST_TYPE_DEPTH = 100;

    private Json() {}

    static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Cannot write " + value, e);
        }
    }

    static <T> T read(byte[] json, Class<T> type) throws IOException {
        T value;
        try {
            value = MAPPER.readValue(json, type);
        } catch (JsonProcessingException e) {
            // one line, without a dump of the file
            throw new IOException("it is not the JSON that it should be: " + e.getOriginalMessage(), e);
        }
        if (value == null) {
            throw new IOException("it is not the JSON that it should be: null");
        }
        return value;
    }

    /** Writes an object with a flag that {@link #flag} reads. */
    static byte[] write(Object value, String flag, boolean set) {
        ObjectNode tree = MAPPER.valueToTree(value);
        return write(tree.put(flag, set));
    }

    /** A field that earlier releases did not write; empty if it is missing. */
    static Optional<Boolean> flag(byte[] json, String name) throws IOException {
        JsonNode value = read(json, JsonNode.class).path(name);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isBoolean()) {
            throw new IOException(
                    "it is not the JSON that it should be: %s is %s".formatted(name, value.getNodeType()));
        }
        return Optional.of(value.booleanValue());
    }

    record ColumnJson(String name, String type, String origin) {
        static ColumnJson of(IndexedColumn column) {
            return new ColumnJson(column.name(), typeId(column.type()), column.origin());
        }

        IndexedColumn toColumn(Function<String, Type> types) {
            return new IndexedColumn(name, types.apply(type), origin);
        }
    }

    record DefinitionJson(String type, List<ColumnJson> columns, Map<String, String> options) {
        static DefinitionJson of(IndexDefinition definition) {
            return new DefinitionJson(
                    definition.type(),
                    definition.columns().stream().map(ColumnJson::of).toList(),
                    new TreeMap<>(definition.options()));
        }

        IndexDefinition toDefinition(Function<String, Type> types) {
            return new IndexDefinition(
                    type, columns.stream().map(column -> column.toColumn(types)).toList(), options);
        }
    }

    /** No type of a column nests like this, and to read one that does may take more stack than there is. */
    static String checkedTypeId(String id) {
        int depth = 0;
        for (int index = 0; index < id.length(); index++) {
            depth += id.charAt(index) == '(' ? 1 : id.charAt(index) == ')' ? -1 : 0;
            if (depth > MOST_TYPE_DEPTH) {
                throw new IllegalArgumentException("it has a type of more than %s levels".formatted(MOST_TYPE_DEPTH));
            }
        }
        return id;
    }

    static String typeId(Type type) {
        return type.getTypeId().getId();
    }
}
