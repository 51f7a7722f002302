// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import io.airlift.slice.Slice;
import io.airlift.slice.SliceUtf8;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.Optional;

/** Describes a function of text that an index can cover. It computes as the engine does, or knows no result. */
public sealed interface TextFunction permits TextFunction.Letters, ParsedTime, JsonField {
    /** Returns the type of the results. */
    Type type(VarcharType text);

    /**
     * Returns the call as SQL.
     *
     * @param from SQL of the text
     */
    String sql(String from);

    /**
     * Returns the result in Trino's native representation, null for NULL; or {@link TextValues.NoValue#UNKNOWN} if it is not
     * known or the engine fails.
     */
    Object apply(Slice text);

    /** The functions that change letters. */
    enum Letters implements TextFunction {
        LOWER("lower"),
        UPPER("upper");

        private final String function;

        Letters(String function) {
            this.function = function;
        }

        /** Returns the function of that name; empty if it is another one. */
        static Optional<TextFunction> of(String name) {
            return name.equals(LOWER.function)
                    ? Optional.of(LOWER)
                    : name.equals(UPPER.function) ? Optional.of(UPPER) : Optional.empty();
        }

        @Override
        public Type type(VarcharType text) {
            return text;
        }

        @Override
        public String sql(String from) {
            return "%s(%s)".formatted(function, from);
        }

        @Override
        public Object apply(Slice text) {
            return this == LOWER ? SliceUtf8.toLowerCase(text) : SliceUtf8.toUpperCase(text);
        }
    }

    /**
     * Returns the function of that name.
     *
     * @param name in lower case
     * @param constant the second argument, if there is one
     * @return empty if no index can cover it
     */
    static Optional<TextFunction> of(String name, Optional<String> constant) {
        if (constant.isEmpty()) {
            return Letters.of(name);
        }
        return switch (name) {
            case ParsedTime.FUNCTION -> ParsedTime.of(constant.get()).map(TextFunction.class::cast);
            case JsonField.FUNCTION -> JsonField.of(constant.get()).map(TextFunction.class::cast);
            default -> Optional.empty();
        };
    }
}
