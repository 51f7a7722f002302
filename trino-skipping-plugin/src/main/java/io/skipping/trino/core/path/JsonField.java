// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static com.fasterxml.jackson.core.JsonToken.END_OBJECT;
import static com.fasterxml.jackson.core.JsonToken.FIELD_NAME;
import static com.fasterxml.jackson.core.JsonToken.START_OBJECT;
import static com.fasterxml.jackson.core.JsonToken.VALUE_NULL;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.base.Splitter;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.trino.core.path.TextValues.NoValue;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The function {@code json_extract_scalar}, for paths of plain names. Of text that is not JSON up to the field, or has an array on the
 * way, no result is known.
 *
 * @param path such as {@code $.place.city}
 */
record JsonField(String path) implements TextFunction {
    static final String FUNCTION = "json_extract_scalar";

    private static final JsonMapper JSON = new JsonMapper();

    /** Returns the function for a path; empty if it is not of plain names. */
    static Optional<JsonField> of(String path) {
        return path.matches("[$]([.][A-Za-z_][A-Za-z_0-9]*)+") ? Optional.of(new JsonField(path)) : Optional.empty();
    }

    @Override
    public Type type(VarcharType text) {
        return text;
    }

    @Override
    public String sql(String from) {
        return "%s(%s, %s)".formatted(FUNCTION, from, Quoting.text(path));
    }

    @Override
    public Object apply(Slice text) {
        List<String> names = Splitter.on('.').splitToList(path.substring(2));
        // of characters, as the engine does: of bytes, the parser would guess the encoding, and skip a byte order mark
        try (JsonParser parser = JSON.createParser(text.toStringUtf8())) {
            parser.nextToken();
            for (String name : names) {
                if (parser.currentToken() != START_OBJECT) {
                    return NoValue.UNKNOWN;
                }
                if (!isFound(parser, name)) {
                    return parser.currentToken() == END_OBJECT ? null : NoValue.UNKNOWN;
                }
            }
            JsonToken value = parser.currentToken();
            if (value == null) {
                return NoValue.UNKNOWN;
            }
            return value.isScalarValue() && value != VALUE_NULL ? Slices.utf8Slice(parser.getText()) : null;
        } catch (IOException e) {
            return NoValue.UNKNOWN;
        }
    }

    /** Moves on to the value of the first field of that name, as the engine does; or to the end of the object. */
    private static boolean isFound(JsonParser parser, String name) throws IOException {
        while (parser.nextToken() == FIELD_NAME) {
            boolean isIt = parser.currentName().equals(name);
            parser.nextToken();
            if (isIt) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }
}
