// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import com.google.common.collect.ImmutableListMultimap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Finds the texts that {@code lower} or {@code upper} turn into a given one. Like the engine's functions, this goes
 * character by character and asks Java, so that letters such as the Kelvin sign, whose lower case is k, are among them.
 */
enum LetterCases {
    LOWER(Character::toLowerCase),
    UPPER(Character::toUpperCase);

    private static final int MOST_VARIANTS = 32;

    /** the characters that become a character, other than this alone */
    private final ImmutableListMultimap<Integer, Integer> sources;

    LetterCases(IntUnaryOperator function) {
        ImmutableListMultimap.Builder<Integer, Integer> sources = ImmutableListMultimap.builder();
        for (int character = 0; character <= Character.MAX_CODE_POINT; character++) {
            int result = function.applyAsInt(character);
            if (result != character) {
                sources.put(result, character);
                // is not a result of itself, which an entry of its own says
                sources.put(character, -1);
            }
        }
        this.sources = sources.build();
    }

    /**
     * Holds beginnings of texts.
     *
     * @param beginnings none if no text has such a result
     * @param areWhole whether these are all of the texts
     */
    record Variants(List<String> beginnings, boolean areWhole) {}

    /** Returns how the texts begin whose result begins with the given one. */
    Variants of(String result) {
        List<String> variants = List.of("");
        int at = 0;
        while (at < result.length()) {
            int character = result.codePointAt(at);
            List<Integer> sources = sources(character);
            if (variants.size() * sources.size() > MOST_VARIANTS) {
                return new Variants(variants, false);
            }
            List<String> longer = new ArrayList<>();
            for (String variant : variants) {
                sources.forEach(source -> longer.add(variant + Character.toString(source)));
            }
            variants = longer;
            at += Character.charCount(character);
        }
        return new Variants(variants, true);
    }

    private List<Integer> sources(int character) {
        List<Integer> found = new ArrayList<>(sources.get(character));
        if (!found.remove(Integer.valueOf(-1))) {
            found.add(character);
        }
        return found;
    }
}
