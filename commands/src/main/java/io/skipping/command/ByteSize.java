// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Represents a number of bytes, in Trino's units: {@code 64MB} are 64 · 2<sup>20</sup>.
 *
 * @param bytes the number; at least 1 if it was parsed
 */
public record ByteSize(long bytes) {
    private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB");
    private static final Pattern SIZE = Pattern.compile("\\s*(\\d{1,15}(?:\\.\\d{1,9})?)\\s*([kMGTP]?B)\\s*");

    /**
     * Parses a size as Trino writes it: {@code 8MB}, {@code 1.5GB}.
     *
     * @throws IllegalArgumentException if the text is no size of at least one byte; the message is meant for the user
     */
    public static ByteSize of(String text) {
        Matcher matcher = SIZE.matcher(text);
        double bytes = matcher.matches()
                ? Double.parseDouble(matcher.group(1)) * Math.pow(1024, UNITS.indexOf(matcher.group(2)))
                : 0;
        if (!(bytes >= 1 && bytes < Long.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "'%s' is not a size: write a number and one of B, kB, MB, GB, TB, such as 64MB".formatted(text));
        }
        return new ByteSize(Math.round(bytes));
    }

    /** Parses sizes in options of commands. */
    public static final class Converter implements ITypeConverter<ByteSize> {
        @Override
        public ByteSize convert(String text) {
            try {
                return of(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    @Override
    public String toString() {
        return Texts.bytes(bytes);
    }
}
