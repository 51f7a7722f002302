// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Pattern;

/** Formats numbers for people. The units of bytes are Trino's: 1 kB is 1,024 bytes. */
public final class Texts {
    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB", "EB"};
    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}+");

    private Texts() {}

    /** Returns a number of bytes with a unit, and one decimal from 1 kB on: {@code 12 B}, {@code 1.5 MB}. */
    public static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = -1;
        // a value that would be rounded to 1024.0 belongs to the next unit
        while (value >= 1023.95 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    /** Returns a number with commas between thousands. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Returns a number of objects: {@code 1 object}, {@code 1,000 objects}. */
    public static String objects(long count) {
        return count(count) + (count == 1 ? " object" : " objects");
    }

    /** Returns a number of ranges: {@code 1 range}, {@code 1,000 ranges}. */
    public static String ranges(long count) {
        return count(count) + (count == 1 ? " range" : " ranges");
    }

    /** Returns a number of files: {@code 1 file}, {@code 1,000 files}. */
    public static String files(long count) {
        return count(count) + (count == 1 ? " file" : " files");
    }

    /** Returns a moment in UTC, to the minute: {@code 2026-01-15 10:00Z}. */
    public static String time(Instant moment) {
        return moment.truncatedTo(ChronoUnit.MINUTES)
                .toString()
                .replace(":00Z", "Z")
                .replace('T', ' ');
    }

    /** Returns the two largest units of a duration, such as {@code 3m 12s}; {@code 0s} if it is negative. */
    public static String duration(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return "%dm %02ds".formatted(seconds / 60, seconds % 60);
        }
        if (seconds < 86_400) {
            return "%dh %02dm".formatted(seconds / 3600, seconds % 3600 / 60);
        }
        return "%dd %02dh".formatted(seconds / 86_400, seconds % 86_400 / 3600);
    }

    /** Returns a share in percent, rounded down, so that 100 % means all; {@code -} if the whole is nothing. */
    public static String percent(long part, long whole) {
        if (whole <= 0) {
            return "-";
        }
        double share = Math.floor(1000.0 * part / whole) / 10;
        return part >= whole ? "100 %" : String.format(Locale.ROOT, "%.1f %%", Math.min(share, 99.9));
    }

    /** Returns external text on one line, without control characters. */
    public static String printable(String text) {
        return CONTROL.matcher(text).replaceAll(" ").strip();
    }
}
