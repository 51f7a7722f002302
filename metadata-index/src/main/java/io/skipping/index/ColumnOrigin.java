// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Describes where a reader takes the values of a column from, and how it converts them. Columns with equal names but
 * different origins are different columns.
 *
 * @param place position of the column in its Hive table, or field id of the column in its Iceberg table; {@link #UNKNOWN} for an origin that this release does not
 *     understand, which matches no column of a table
 * @param storedType the column's type, as the table format writes it
 * @param reading how the stored values are converted
 */
public record ColumnOrigin(int place, String storedType, Reading reading) {
    public static final int UNKNOWN = Integer.MIN_VALUE;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(?::(.*?))?(:or null|:uncast)?", Pattern.DOTALL);

    /** Says how stored values are converted. */
    public enum Reading {
        AS_STORED(""),
        /** text is cast to another type; text that does not cast becomes NULL */
        CAST_OR_NULL(":or null"),
        /** keeps the text that does not cast; all other text becomes NULL */
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

    /**
     * Returns the origin whose {@link #toString} returns this text.
     *
     * @return an origin at {@link #UNKNOWN} that keeps the text, if this release does not understand it
     */
    @JsonCreator
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

    /** Returns the origin with the same stored values, converted in another way. */
    public ColumnOrigin with(Reading other) {
        return new ColumnOrigin(place, storedType, other);
    }

    /** Returns the text that an index stores, such as {@code 3:bigint}. */
    @JsonValue
    @Override
    public String toString() {
        return place == UNKNOWN ? storedType : place + ":" + storedType + reading.suffix;
    }
}
