// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a LIKE pattern into parts, and knows how the engine matches each of them.
 *
 * <p>The engine compares text before the first wildcard and after the last one byte by byte. For everything between
 * them it has three matchers. Without a {@code _}, it searches for the bytes. With a {@code _}, it either runs an
 * automaton over bytes ("dense") or compares characters. When it compares characters, it decodes bytes that are not
 * UTF-8 to some character, and does not find characters of the pattern that are surrogate pairs in Java. A scan uses
 * the dense automaton unless a {@code %} precedes the first {@code _}. The coordinator, which uses the pattern as the
 * planner created it, always compares characters.
 */
final class LikeParts {
    private enum Kind {
        TEXT,
        /** one or more {@code _} */
        ONE,
        /** one or more {@code %} */
        MANY
    }

    /**
     * Holds a part of a pattern.
     *
     * @param text empty for wildcards
     */
    private record Part(Kind kind, String text) {}

    private final List<Part> parts;
    /**
     * index of the first part after the text that precedes all wildcards; {@link #to} is the end of the parts before
     * the text that follows them
     */
    private final int from;

    private final int to;

    private LikeParts(List<Part> parts) {
        this.parts = ImmutableList.copyOf(parts);
        this.from = !parts.isEmpty() && parts.getFirst().kind() == Kind.TEXT ? 1 : 0;
        this.to = parts.size() > 1 && parts.getLast().kind() == Kind.TEXT ? parts.size() - 1 : parts.size();
    }

    /** Splits a pattern into parts; empty if LIKE fails on it. */
    static Optional<LikeParts> of(String pattern, Optional<Integer> escape) {
        Parser parser = new Parser();
        boolean escaped = false;
        for (int character : pattern.codePoints().toArray()) {
            if (escaped) {
                if (character != '%' && character != '_' && character != escape.orElseThrow()) {
                    return Optional.empty();
                }
                parser.text(character);
                escaped = false;
            } else if (escape.isPresent() && character == escape.get()) {
                escaped = true;
            } else if (character == '_') {
                parser.one();
            } else if (character == '%') {
                parser.many();
            } else {
                parser.text(character);
            }
        }
        return escaped ? Optional.empty() : Optional.of(new LikeParts(parser.parts()));
    }

    /** Returns texts whose bytes occur in every value that matches in a scan. */
    List<String> fragments() {
        boolean allAreBytes = !isByCharacterInScan();
        ImmutableList.Builder<String> fragments = ImmutableList.builder();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).kind() == Kind.TEXT && (allAreBytes || i < from || i >= to)) {
                fragments.add(parts.get(i).text());
            }
        }
        return fragments.build();
    }

    /** Returns the text before the first wildcard; whatever matches begins with its bytes. */
    String prefix() {
        return from == 1 ? parts.getFirst().text() : "";
    }

    /** Returns whether the coordinator and scans match the same texts, among those that are valid UTF-8. */
    boolean isUndisputed() {
        return firstOne() == to
                || isByCharacterInScan()
                || parts.subList(from, to).stream()
                        .noneMatch(part -> part.text().codePoints().anyMatch(Character::isSupplementaryCodePoint));
    }

    private boolean isByCharacterInScan() {
        int one = firstOne();
        return one < to && parts.subList(from, one).stream().anyMatch(part -> part.kind() == Kind.MANY);
    }

    /** Returns the index of the first {@code _} between the texts at both ends; {@link #to} if there is none. */
    private int firstOne() {
        int part = from;
        while (part < to && parts.get(part).kind() != Kind.ONE) {
            part++;
        }
        return part;
    }

    /** Parses a pattern. It reorders runs of wildcards as the engine does: {@code _} before {@code %}. */
    private static final class Parser {
        private final List<Part> parts = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private boolean one;
        private boolean many;

        void text(int character) {
            endWildcards();
            text.appendCodePoint(character);
        }

        void one() {
            endText();
            one = true;
        }

        void many() {
            endText();
            many = true;
        }

        List<Part> parts() {
            endText();
            endWildcards();
            return parts;
        }

        private void endText() {
            if (!text.isEmpty()) {
                parts.add(new Part(Kind.TEXT, text.toString()));
                text.setLength(0);
            }
        }

        private void endWildcards() {
            if (one) {
                parts.add(new Part(Kind.ONE, ""));
            }
            if (many) {
                parts.add(new Part(Kind.MANY, ""));
            }
            one = false;
            many = false;
        }
    }
}
