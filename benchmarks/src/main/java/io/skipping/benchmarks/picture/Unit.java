// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.util.List;
import java.util.Locale;

/** Writes numbers of a unit for people, with two or three digits. */
enum Unit {
    BYTES(List.of("B", "kB", "MB", "GB", "TB")),
    SECONDS(List.of()),
    PERCENT(List.of()),
    TIMES(List.of()),
    COUNT(List.of());

    private final List<String> thousands;

    Unit(List<String> thousands) {
        this.thousands = thousands;
    }

    /** Returns the unit of a metric, whose name ends in what it is. */
    static Unit of(String metric) {
        if (metric.endsWith("bytes")) {
            return BYTES;
        }
        if (metric.endsWith("percent")) {
            return PERCENT;
        }
        if (metric.endsWith("ratio")) {
            return TIMES;
        }
        // not queries.per.second
        return metric.endsWith("seconds") ? SECONDS : COUNT;
    }

    String write(double number) {
        return switch (this) {
            case BYTES -> bytes(number);
            case SECONDS -> seconds(number);
            case PERCENT -> digits(number) + " %";
            case TIMES -> digits(number) + " ×";
            case COUNT -> digits(number);
        };
    }

    private String bytes(double number) {
        double left = number;
        int power = 0;
        while (left >= 999.5 && power < thousands.size() - 1) {
            left /= 1000;
            power++;
        }
        return digits(left) + " " + thousands.get(power);
    }

    private static String seconds(double number) {
        if (number == 0 || number >= 0.9995) {
            boolean isExact = number == Math.rint(number) || number >= 9.995;
            return isExact ? digits(number) + " s" : String.format(Locale.ROOT, "%.2f s", number);
        }
        return number < 0.0009995 ? digits(number * 1e6) + " µs" : digits(number * 1e3) + " ms";
    }

    /** Returns a number with a digit behind the point if there is one before it, and with none if there are more. */
    static String digits(double number) {
        if (number == Math.rint(number) || number >= 9.95) {
            return String.format(Locale.ROOT, "%,.0f", number);
        }
        return String.format(Locale.ROOT, number < 0.095 ? "%.2g" : number < 0.95 ? "%.2f" : "%.1f", number);
    }
}
