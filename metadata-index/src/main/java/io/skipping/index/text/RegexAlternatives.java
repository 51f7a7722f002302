// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes a regular expression as several without {@code |}, of which a text matches one if it matches the expression:
 * {@code Lost: (guitar|scarf)} as {@code Lost: guitar} and {@code Lost: scarf}.
 */
final class RegexAlternatives {
    private static final int MOST = 32;
    /** Characters by which a group may be more than its alternatives, or be repeated. */
    private static final String QUANTIFIERS = "*+?{";

    private RegexAlternatives() {}

    /** Returns the alternatives; empty if there are too many, or if the expression has more than plain groups in it. */
    static Optional<List<String>> of(String pattern) {
        if (pattern.indexOf('\\') >= 0 || pattern.indexOf('[') >= 0) {
            return Optional.empty();
        }
        Reader reader = new Reader(pattern);
        return reader.alternatives().filter(all -> reader.position == pattern.length());
    }

    private static final class Reader {
        private final String pattern;
        private int position;

        Reader(String pattern) {
            this.pattern = pattern;
        }

        /** Reads up to the parenthesis that closes a group, or to the end. */
        Optional<List<String>> alternatives() {
            List<String> all = new ArrayList<>();
            while (true) {
                Optional<List<String>> sequence = sequence();
                if (sequence.isEmpty()) {
                    return Optional.empty();
                }
                all.addAll(sequence.get());
                if (all.size() > MOST) {
                    return Optional.empty();
                }
                if (position == pattern.length() || pattern.charAt(position) == ')') {
                    return Optional.of(all);
                }
                position++;
            }
        }

        private Optional<List<String>> sequence() {
            List<String> written = List.of("");
            boolean begins = true;
            while (position < pattern.length()) {
                char character = pattern.charAt(position);
                if (character == '|' || character == ')') {
                    break;
                }
                if (begins && QUANTIFIERS.indexOf(character) >= 0) {
                    // what stands before the group must not be what is repeated
                    return Optional.empty();
                }
                begins = false;
                List<String> next;
                if (character == '(') {
                    position++;
                    Optional<List<String>> group = alternatives();
                    if (group.isEmpty() || position == pattern.length()) {
                        return Optional.empty();
                    }
                    boolean isRepeated =
                            position + 1 < pattern.length() && QUANTIFIERS.indexOf(pattern.charAt(position + 1)) >= 0;
                    if (isRepeated) {
                        return Optional.empty();
                    }
                    next = group.get();
                } else {
                    next = List.of(String.valueOf(character));
                }
                position++;
                List<String> before = written;
                List<String> after = new ArrayList<>();
                next.forEach(text -> before.forEach(beginning -> after.add(beginning + text)));
                if (after.size() > MOST) {
                    return Optional.empty();
                }
                written = after;
            }
            return Optional.of(written);
        }
    }
}
