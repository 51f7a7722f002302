// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.Range;
import io.airlift.slice.Slice;
import io.airlift.slice.SliceUtf8;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.List;
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

        /** Characters whose cases have been known to all versions of Unicode since the fifth, or that have none. */
        private static final ImmutableRangeSet<Integer> SETTLED = ImmutableRangeSet.copyOf(List.of(
                // ASCII, Latin-1, Latin Extended-A
                Range.closed(0, 0x17f),
                // Greek and Cyrillic, without what was added later
                Range.closed(0x391, 0x3a1),
                Range.closed(0x3a3, 0x3ce),
                Range.closed(0x400, 0x4ff),
                // Hebrew and Arabic, the scripts of India, Thai
                Range.closed(0x590, 0x6ff),
                Range.closed(0x900, 0xe7f),
                // punctuation and currencies
                Range.closed(0x2000, 0x206f),
                Range.closed(0x20a0, 0x20cf),
                // Japanese, Chinese, Korean
                Range.closed(0x3000, 0x9fff),
                Range.closed(0xac00, 0xd7a3),
                // pictures
                Range.closed(0x1f300, 0x1faff)));

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
            return SliceUtf8.isAscii(text) || text.toStringUtf8().codePoints().allMatch(SETTLED::contains);
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
