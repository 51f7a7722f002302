// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Describes how a reader reads an object: everything besides the object's bytes that decides which values it returns. A
 * summary made under one profile says nothing about a read under another. Two engines may use each other's summaries of
 * an object exactly if they describe their readers by the same text; {@code docs/index-format.md} lists the texts.
 *
 * @param text canonical text, which an index keeps; equal for equal profiles and different for different ones
 * @param earlierTexts texts under which earlier releases kept the same profile
 */
public record Profile(String text, Set<String> earlierTexts) {
    /** Stand for themselves, as letters and digits do. */
    private static final String LITERAL = "._:/-";

    private static final HexFormat DIGITS = HexFormat.of().withUpperCase();

    public Profile {
        requireNonNull(text, "text is null");
        earlierTexts = ImmutableSet.copyOf(earlierTexts);
    }

    /** Returns the profile that an index keeps as this text. */
    public static Profile of(String text) {
        return new Profile(text, ImmutableSet.of());
    }

    /**
     * Returns the profile of a reader, such as {@code text/lazy-simple{field.delim=%2C}}. Settings are ordered by their
     * names; characters with a meaning, and those that are not ASCII, are written as the bytes of their UTF-8 in
     * hexadecimal digits behind {@code %}.
     *
     * @param reader format and reader, such as {@code parquet/by-name}
     * @param settings the settings that decide what is read
     */
    public static Profile of(String reader, Map<String, String> settings, Set<String> earlierTexts) {
        String text = settings.isEmpty()
                ? reader
                : new TreeMap<>(settings)
                        .entrySet().stream()
                                .map(setting -> escape(setting.getKey()) + "=" + escape(setting.getValue()))
                                .collect(joining(",", reader + "{", "}"));
        return new Profile(text, earlierTexts);
    }

    /** Returns whether a summary that was kept under a text was made under this profile. */
    public boolean matches(String kept) {
        return text.equals(kept) || earlierTexts.contains(kept);
    }

    /**
     * Returns how this profile differs from one that an index has kept, for people: {@code field.delim is %3B and was %2C}.
     * Empty if it {@link #matches}.
     */
    public String difference(String kept) {
        if (matches(kept)) {
            return "";
        }
        Map<String, String> now = settings(text);
        Map<String, String> then = settings(kept);
        if (!reader(text).equals(reader(kept)) || now.equals(then)) {
            return "%s and was %s".formatted(text, kept);
        }
        return Sets.union(now.keySet(), then.keySet()).stream()
                .filter(name -> !Objects.equals(now.get(name), then.get(name)))
                .sorted()
                .map(name -> "%s is %s and was %s"
                        .formatted(name, now.getOrDefault(name, "not set"), then.getOrDefault(name, "not set")))
                .collect(joining(", "));
    }

    private static String reader(String text) {
        return Splitter.on('{').split(text).iterator().next();
    }

    /** Returns the settings in the text of a profile, in which their values are still escaped. */
    private static Map<String, String> settings(String text) {
        int start = text.indexOf('{');
        Map<String, String> settings = new TreeMap<>();
        if (start >= 0) {
            for (String setting : Splitter.on(',').split(text.substring(start + 1, text.length() - 1))) {
                int end = Math.max(setting.indexOf('='), 0);
                settings.put(setting.substring(0, end), setting.substring(end + 1));
            }
        }
        return settings;
    }

    private static String escape(String value) {
        StringBuilder escaped = new StringBuilder(value.length());
        for (byte each : value.getBytes(UTF_8)) {
            if (each >= 'a' && each <= 'z'
                    || each >= 'A' && each <= 'Z'
                    || each >= '0' && each <= '9'
                    || LITERAL.indexOf(each) >= 0) {
                escaped.append((char) each);
            } else {
                escaped.append('%').append(DIGITS.toHexDigits(each));
            }
        }
        return escaped.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
