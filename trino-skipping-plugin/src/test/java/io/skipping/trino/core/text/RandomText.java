// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.util.List;
import java.util.Random;

/**
 * Random patterns, and texts that resemble them: of few characters, among them some of two, three and four bytes and one that
 * combines with the one before, and bytes that are no UTF-8.
 */
public final class RandomText {
    private static final List<String> CHARACTERS = List.of("a", "b", "é", "ß", "e\u0301", "€", "語", "😀", "𝒳");

    /**
     * Bytes that are no UTF-8, most of which decoders that do not look closely take for one of the characters: too long forms
     * of 'a', and of 'é' ending in a byte of ASCII, surrogates as characters of their own, ends and beginnings without the rest.
     */
    private static final List<byte[]> IMPROPER = List.of(
            bytes(0xC1, 0xA1),
            bytes(0xE0, 0x81, 0xA1),
            bytes(0xF0, 0x80, 0x81, 0xA1),
            bytes(0xC3, 0x29),
            bytes(0xC1, 0x62),
            bytes(0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80),
            bytes(0xED, 0xA0, 0xBD),
            bytes(0xA9),
            bytes(0xC3),
            bytes(0xF0, 0x9F),
            bytes(0xF8, 0x88, 0x80, 0x80, 0x80),
            bytes(0xFF));

    private final Random random;

    public RandomText(Random random) {
        this.random = random;
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    /** A text of proper UTF-8. */
    public String proper(int longest) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(longest + 1); length > 0; length--) {
            text.append(character());
        }
        return text.toString();
    }

    private String character() {
        return CHARACTERS.get(random.nextInt(CHARACTERS.size()));
    }

    /** A text of the characters that a pattern has, with others for its wildcards, some of which may be no UTF-8. */
    public Slice like(String pattern) {
        DynamicSliceOutput text = new DynamicSliceOutput(16);
        boolean isProper = random.nextInt(3) > 0;
        pattern.codePoints().forEach(character -> {
            if (random.nextInt(12) == 0) {
                return;
            }
            if (!isProper && random.nextInt(4) == 0) {
                text.writeBytes(IMPROPER.get(random.nextInt(IMPROPER.size())));
            } else if ("%_.*+?^$!".indexOf(character) >= 0) {
                text.writeBytes((character == '%' || character == '*' ? proper(2) : character()).getBytes(UTF_8));
            } else {
                text.writeBytes(Character.toString(character).getBytes(UTF_8));
            }
        });
        return text.slice();
    }

    /** A pattern of LIKE, whose escape character is {@code !}. */
    public String likePattern() {
        StringBuilder pattern = new StringBuilder();
        for (int length = 1 + random.nextInt(6); length > 0; length--) {
            pattern.append(
                    switch (random.nextInt(8)) {
                        case 0, 1 -> "%";
                        case 2, 3 -> "_";
                        case 4 -> List.of("!%", "!_", "!!").get(random.nextInt(3));
                        default -> character();
                    });
        }
        return pattern.toString();
    }

    /** A regular expression, not always a proper one. */
    public String regex() {
        StringBuilder pattern = new StringBuilder();
        for (int length = 1 + random.nextInt(7); length > 0; length--) {
            pattern.append(
                    random.nextInt(2) == 0
                            ? character()
                            : List.of(".", "^", "$", "*", "+", "?").get(random.nextInt(6)));
        }
        return pattern.toString();
    }

    /** As SQL says it. */
    public static String literal(String text) {
        StringBuilder literal = new StringBuilder("U&'");
        text.codePoints()
                .forEach(character -> literal.append(
                        character < 0x7F && character != '\\' && character != '\''
                                ? Character.toString(character)
                                : "\\+%06X".formatted(character)));
        return literal.append('\'').toString();
    }

    /** The bytes of a text, as SQL says them. */
    public static String hex(Slice text) {
        StringBuilder hex = new StringBuilder();
        for (byte one : text.getBytes()) {
            hex.append("%02X".formatted(one));
        }
        return hex.toString();
    }

    /** Returns whether some bytes are in a text. */
    static boolean contains(Slice text, Slice bytes) {
        return bytes.length() == 0 || Slices.wrappedBuffer(text.getBytes()).indexOf(bytes) >= 0;
    }
}
