// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.text;

import java.util.Optional;

/**
 * Finds the text that everything begins with that a regular expression matches, by whatever library: of Java, Joni, or RE2.
 */
public final class RegexPrefix {
    private static final String QUANTIFIERS = "*+?{";
    private static final String SPECIAL = "|()[]{}\\*+?.^$";

    private RegexPrefix() {}

    /**
     * Returns the characters behind a {@code ^} up to the first that stands for something else.
     *
     * @return empty if the expression matches elsewhere, too, or has alternatives or options
     */
    public static Optional<String> of(String pattern) {
        if (!pattern.startsWith("^") || pattern.contains("|") || pattern.contains("(?")) {
            return Optional.empty();
        }
        StringBuilder prefix = new StringBuilder();
        int at = 1;
        while (at < pattern.length()) {
            int character = pattern.codePointAt(at);
            int length = Character.charCount(character);
            if (character == '\\' && at + 1 < pattern.length() && isPunctuation(pattern.charAt(at + 1))) {
                character = pattern.charAt(at + 1);
                length = 2;
            } else if (SPECIAL.indexOf(character) >= 0) {
                break;
            }
            at += length;
            if (at < pattern.length() && QUANTIFIERS.indexOf(pattern.charAt(at)) >= 0) {
                // the character may be missing, at least if another quantifier follows
                break;
            }
            prefix.appendCodePoint(character);
        }
        return Optional.of(prefix.toString());
    }

    /** Returns whether a backslash before a character makes it stand for itself. */
    private static boolean isPunctuation(char character) {
        return ".-/_:;,@#%&=!\"'^$|()[]{}\\*+?".indexOf(character) >= 0;
    }
}
