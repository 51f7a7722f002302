// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.console;

import java.util.Locale;

/** Formats numbers for human readers. */
public final class Quantity {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB"};

    private Quantity() {}

    /** Formats a number of bytes with decimal units (powers of 1000), to three significant digits. */
    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return (unit == 0 ? Long.toString(bytes) : digits(value)) + " " + UNITS[unit];
    }

    /** Formats a number of seconds, to three significant digits or to hundredths. */
    public static String seconds(double seconds) {
        return digits(seconds) + " s";
    }

    /** Formats how many times smaller {@code after} is than {@code before}. */
    public static String factor(double before, double after) {
        return after == 0 ? "all" : digits(before / after) + " ×";
    }

    /**
     * Formats a value to three significant digits or to hundredths, whichever is coarser; at 100 and more without
     * decimals.
     */
    private static String digits(double value) {
        int decimals = value >= 99.5 ? 0 : value >= 9.95 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
