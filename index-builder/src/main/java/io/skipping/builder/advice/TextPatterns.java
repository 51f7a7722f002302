// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the plain text in patterns of LIKE and in regular expressions. */
final class TextPatterns {
    /** Sets the characters that an index of type {@code ngram} needs to look a text up. */
    private static final int SHORTEST_FRAGMENT = 3;

    private static final String REGEXP_SPECIAL = "\\[](){}|";

    private TextPatterns() {}

    /**
     * The plain text in a pattern.
     *
     * @param beginning what texts that match begin with; empty if anything
     * @param isAll whether a text matches if it begins with that
     * @param fragments what texts that match contain
     */
    record PlainText(String beginning, boolean isAll, List<String> fragments) {}

    /** Reads a pattern of LIKE. */
    static PlainText like(String pattern, Optional<Character> escape) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        StringBuilder wildcards = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char character = pattern.charAt(i);
            if (escape.isPresent() && escape.get() == character && i + 1 < pattern.length()) {
                part.append(pattern.charAt(++i));
            } else if (character == '%' || character == '_') {
                wildcards.append(character);
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(character);
            }
        }
        parts.add(part.toString());
        boolean isAll = wildcards.toString().equals("%") && part.isEmpty();
        return new PlainText(parts.getFirst(), isAll, fragments(parts));
    }

    /** Reads a regular expression; empty if it has more in it than plain characters and {@code . ^ $ + * ?}. */
    static Optional<PlainText> regexp(String pattern) {
        boolean anchored = pattern.startsWith("^");
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = anchored ? 1 : 0; i < pattern.length(); i++) {
            char character = pattern.charAt(i);
            if (REGEXP_SPECIAL.indexOf(character) >= 0) {
                return Optional.empty();
            }
            switch (character) {
                case '*', '?' -> {
                    // the character before may be missing
                    if (!part.isEmpty()) {
                        part.setLength(part.length() - 1);
                    }
                    parts.add(part.toString());
                    part.setLength(0);
                }
                case '.', '+', '$', '^' -> {
                    parts.add(part.toString());
                    part.setLength(0);
                }
                default -> part.append(character);
            }
        }
        parts.add(part.toString());
        String beginning = anchored ? parts.getFirst() : "";
        return Optional.of(new PlainText(beginning, anchored && parts.size() == 1, fragments(parts)));
    }

    static boolean isLongEnough(String text) {
        return text.length() >= SHORTEST_FRAGMENT;
    }

    private static List<String> fragments(List<String> parts) {
        return parts.stream().filter(TextPatterns::isLongEnough).toList();
    }
}
