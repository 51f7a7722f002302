// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Reads and writes values of columns in a model's file. */
final class JsonValues {
    private static final String BASE64 = "base64";

    private JsonValues() {}

    static JsonNode ofKey(ColumnType type, long key) {
        if (type != ColumnType.DOUBLE) {
            return LongNode.valueOf(key);
        }
        double value = Keys.toDouble(key);
        return Double.isFinite(value) ? DoubleNode.valueOf(value) : TextNode.valueOf(Double.toString(value));
    }

    static JsonNode ofText(byte[] text) {
        try {
            return TextNode.valueOf(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString());
        } catch (CharacterCodingException e) {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put(BASE64, Base64.getEncoder().encodeToString(text));
        }
    }

    static long key(ColumnType type, JsonNode value) {
        if (type == ColumnType.DOUBLE) {
            return Keys.ofDouble(number(value));
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new ModelFormatException("Not a %s: %s".formatted(type.typeName(), ModelJson.shortened(value)));
        }
        return value.longValue();
    }

    private static double number(JsonNode value) {
        if (value.isNumber()) {
            return value.doubleValue();
        }
        return switch (value.isTextual() ? value.textValue() : "") {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw new ModelFormatException("Not a double: " + ModelJson.shortened(value));
        };
    }

    static byte[] text(JsonNode value) {
        if (value.isTextual()) {
            return value.textValue().getBytes(StandardCharsets.UTF_8);
        }
        if (value.isObject() && value.size() == 1 && value.path(BASE64).isTextual()) {
            return Base64.getDecoder().decode(value.path(BASE64).textValue());
        }
        throw new ModelFormatException("Not text: " + ModelJson.shortened(value));
    }
}
