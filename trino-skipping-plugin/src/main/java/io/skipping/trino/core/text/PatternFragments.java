// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The fragments that every text has in it which matches a pattern. It may have to satisfy more. */
final class PatternFragments {
    /** Characters of a regular expression that say more than what is looked at here: then nothing is said. */
    private static final String TOO_MUCH = "|()[]{}\\";

    private static final String QUANTIFIERS = "*+?";

    private PatternFragments() {}

    /** Of a pattern of LIKE. A wrong one, which LIKE fails on, has none. */
    static List<Slice> ofLike(String pattern, Optional<Integer> escape) {
        return LikeParts.of(pattern, escape)
                .map(parts -> parts.fragments().stream().map(Slices::utf8Slice).collect(toImmutableList()))
                .orElse(ImmutableList.of());
    }

    /** Of a regular expression that is found somewhere in the text; empty for all but the simplest ones. */
    static List<Slice> ofRegex(String pattern) {
        Runs runs = new Runs();
        int quantifiers = 0;
        for (int character : pattern.codePoints().toArray()) {
            if (TOO_MUCH.indexOf(character) >= 0) {
                return List.of();
            }
            quantifiers = QUANTIFIERS.indexOf(character) >= 0 ? quantifiers + 1 : 0;
            if (quantifiers > 2 || quantifiers == 2 && character == '*') {
                // "a+*" does without an "a"; one "?" or "+" behind another sign only says how to search
                return List.of();
            }
            switch (character) {
                case '*', '?' -> {
                    runs.removeLast();
                    runs.end();
                }
                case '+', '.', '^', '$' -> runs.end();
                default -> runs.add(character);
            }
        }
        return runs.all();
    }

    /** Characters that follow one another. */
    private static final class Runs {
        private final List<StringBuilder> runs = new ArrayList<>(List.of(new StringBuilder()));

        void add(int character) {
            runs.getLast().appendCodePoint(character);
        }

        /** The last character need not be there. */
        void removeLast() {
            StringBuilder run = runs.getLast();
            if (!run.isEmpty()) {
                run.setLength(run.offsetByCodePoints(run.length(), -1));
            }
        }

        void end() {
            runs.add(new StringBuilder());
        }

        List<Slice> all() {
            return runs.stream()
                    .filter(run -> !run.isEmpty())
                    .map(run -> Slices.utf8Slice(run.toString()))
                    .collect(toImmutableList());
        }
    }
}
