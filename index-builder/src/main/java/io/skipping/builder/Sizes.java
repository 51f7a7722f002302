// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses sizes as Trino writes them: {@code 8MB}, {@code 1.5GB}. */
final class Sizes {
    private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB");
    private static final Pattern SIZE = Pattern.compile("\\s*(\\d+(?:\\.\\d+)?)\\s*(B|kB|MB|GB|TB)\\s*");

    private Sizes() {}

    static boolean isSize(String text) {
        return SIZE.matcher(text).matches();
    }

    static long parse(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'%s' is not a size: write a number and one of B, kB, MB, GB, TB, such as 8MB".formatted(text));
        }
        return Math.round(Double.parseDouble(matcher.group(1)) * Math.pow(1024, UNITS.indexOf(matcher.group(2))));
    }
}
