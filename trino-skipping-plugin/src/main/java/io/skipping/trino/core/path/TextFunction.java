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

        private static final int LAST_OF_LATIN_A = 0x17f;
        private static final int FIRST_OF_GREEK = 0x370;
        private static final int LAST_OF_CYRILLIC = 0x4ff;

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
            if (!hasSettledLetters(text)) {
                return TextValues.NoValue.UNKNOWN;
            }
            return this == LOWER ? SliceUtf8.toLowerCase(text) : SliceUtf8.toUpperCase(text);
        }

        /**
         * Returns whether every Java, also a later one, changes the letters of a text alike. An index outlives the Java that
         * built it, and new versions of Unicode have given letters of other alphabets cases that they did not have.
         */
        private static boolean hasSettledLetters(Slice text) {
            return SliceUtf8.isAscii(text) || text.toStringUtf8().codePoints().allMatch(Letters::isSettled);
        }

        private static boolean isSettled(int character) {
            return switch (Character.getType(character)) {
                case Character.UPPERCASE_LETTER, Character.LOWERCASE_LETTER, Character.TITLECASE_LETTER ->
                    character <= LAST_OF_LATIN_A || character >= FIRST_OF_GREEK && character <= LAST_OF_CYRILLIC;
                case Character.UNASSIGNED, Character.MODIFIER_LETTER -> false;
                default -> true;
            };
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
