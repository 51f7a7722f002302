// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static java.util.Objects.requireNonNull;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a reader takes the values of a column from, and what it makes of them. Columns of equal names but other origins are other
 * columns.
 *
 * @param place of the column in its table: the position of a Hive column; {@link #UNKNOWN} of an origin that this release does not
 *     understand, which no column of a table has
 * @param storedType the column's type, in words of the table format
 * @param reading what is made of the stored values
 */
public record ColumnOrigin(int place, String storedType, Reading reading) {
    public static final int UNKNOWN = -1;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(?::(.*?))?(:or null|:uncast)?", Pattern.DOTALL);

    /** What is made of stored values. */
    public enum Reading {
        AS_STORED(""),
        /** text read as another type, and NULL where it does not cast */
        CAST_OR_NULL(":or null"),
        /** text that does not cast, and NULL in place of all other */
        NOT_CASTING(":uncast");

        private final String suffix;

        Reading(String suffix) {
            this.suffix = suffix;
        }
    }

    public ColumnOrigin {
        requireNonNull(storedType, "storedType is null");
        requireNonNull(reading, "reading is null");
    }

    /** Returns the origin that {@link #toString} gives this text for. */
    public static ColumnOrigin parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return new ColumnOrigin(UNKNOWN, text, Reading.AS_STORED);
        }
        String stored = matcher.group(2) == null ? "" : matcher.group(2);
        String suffix = matcher.group(3) == null ? "" : matcher.group(3);
        for (Reading reading : Reading.values()) {
            if (reading.suffix.equals(suffix)) {
                return new ColumnOrigin(Integer.parseInt(matcher.group(1)), stored, reading);
            }
        }
        throw new IllegalStateException("no reading '%s'".formatted(suffix));
    }

    /** Returns the origin of what is made of the same stored values in another way. */
    public ColumnOrigin with(Reading other) {
        return new ColumnOrigin(place, storedType, other);
    }

    /** Returns the text that an index keeps, such as {@code 3:bigint}. */
    @Override
    public String toString() {
        return place == UNKNOWN ? storedType : place + ":" + storedType + reading.suffix;
    }
}
