// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds fragments that occur in every text in which a regular expression is found, by whatever library: of Java, Joni, or RE2. The
 * expression may have further conditions.
 */
public final class RegexFragments {
    /**
     * Characters with special meanings in a regular expression that are not supported here; a pattern with one of them
     * has no known fragments.
     */
    private static final String TOO_MUCH = "()[]{}\\";

    private static final String QUANTIFIERS = "*+?";

    private RegexFragments() {}

    /**
     * Returns lists of fragments, one of which a text has all fragments of if a regular expression is found in it; none for
     * all but simple expressions.
     */
    public static List<List<Slice>> of(String pattern) {
        List<List<Slice>> alternatives = RegexAlternatives.of(pattern).orElse(List.of()).stream()
                .map(RegexFragments::ofSimple)
                .distinct()
                .collect(toImmutableList());
        return alternatives.stream().anyMatch(List::isEmpty) ? List.of() : alternatives;
    }

    private static List<Slice> ofSimple(String pattern) {
        Runs runs = new Runs();
        int quantifiers = 0;
        for (int character : pattern.codePoints().toArray()) {
            if (TOO_MUCH.indexOf(character) >= 0) {
                return List.of();
            }
            quantifiers = QUANTIFIERS.indexOf(character) >= 0 ? quantifiers + 1 : 0;
            if (quantifiers > 2 || quantifiers == 2 && character == '*') {
                // "a+*" matches without an "a"; a single "?" or "+" after another quantifier only changes how the
                // search proceeds
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

    /** Collects runs of consecutive characters. */
    private static final class Runs {
        private final List<StringBuilder> runs = new ArrayList<>(List.of(new StringBuilder()));

        void add(int character) {
            runs.get(runs.size() - 1).appendCodePoint(character);
        }

        /** Removes the last character, which is optional. */
        void removeLast() {
            StringBuilder run = runs.get(runs.size() - 1);
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
