// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Keys;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Holds the values that a query asked of a column: all values from one to another, both included. */
public final class Interval {
    private final ColumnType type;
    private final long lowKey;
    private final long highKey;
    private final byte[] lowText;
    /** Null for no upper end. */
    private final byte[] highText;

    private Interval(ColumnType type, long lowKey, long highKey, byte[] lowText, byte[] highText) {
        this.type = type;
        this.lowKey = lowKey;
        this.highKey = highKey;
        this.lowText = lowText;
        this.highText = highText;
    }

    /**
     * Returns an interval of a double column. Its ends may be infinite, but not NaN.
     *
     * @throws IllegalArgumentException if {@code low} is not less than or equal to {@code high}
     */
    public static Interval ofDoubles(double low, double high) {
        if (!(low <= high)) {
            throw new IllegalArgumentException(
                    "An interval must not end before it begins: %s to %s".formatted(low, high));
        }
        return new Interval(ColumnType.DOUBLE, Keys.ofDouble(low), Keys.ofDouble(high), null, null);
    }

    /**
     * Returns an interval of a bigint, date or timestamp column.
     *
     * @throws IllegalArgumentException if {@code low} is greater than {@code high}, or for another type
     */
    public static Interval ofLongs(ColumnType type, long low, long high) {
        if (low > high) {
            throw new IllegalArgumentException(
                    "An interval must not end before it begins: %d to %d".formatted(low, high));
        }
        if (type.isText() || type == ColumnType.DOUBLE) {
            throw new IllegalArgumentException("Values of type %s are not integers".formatted(type.typeName()));
        }
        // the smallest integer is NULL's key
        return new Interval(type, Math.max(low, Keys.NULL + 1), Math.max(high, Keys.NULL + 1), null, null);
    }

    /**
     * Returns an interval of a varchar column.
     *
     * @throws IllegalArgumentException if {@code low} is greater than {@code high}
     */
    public static Interval ofTexts(byte[] low, byte[] high) {
        if (Arrays.compareUnsigned(low, high) > 0) {
            throw new IllegalArgumentException("An interval must not end before it begins: %s to %s"
                    .formatted(new String(low, StandardCharsets.UTF_8), new String(high, StandardCharsets.UTF_8)));
        }
        return new Interval(ColumnType.VARCHAR, 0, 0, low.clone(), high.clone());
    }

    /** Returns the interval of all texts from one on. */
    public static Interval ofTextsFrom(byte[] low) {
        return new Interval(ColumnType.VARCHAR, 0, 0, low.clone(), null);
    }

    /** Returns the first value as a number. Not defined for text. */
    public double low() {
        return number(lowKey);
    }

    /** Returns the last value as a number. Not defined for text. */
    public double high() {
        return number(highKey);
    }

    private double number(long key) {
        if (type.isText()) {
            throw new IllegalArgumentException("Texts are not numbers");
        }
        return type == ColumnType.DOUBLE ? Keys.toDouble(key) : key;
    }

    ColumnType type() {
        return type;
    }

    /** Returns the cut below the interval. */
    Bound below() {
        return type.isText() ? new Bound(0, lowText) : new Bound(lowKey, null);
    }

    /** Returns the cut above the interval; null if there is nothing above it. */
    Bound above() {
        if (type.isText()) {
            // the smallest text that is greater
            return highText == null ? null : new Bound(0, Arrays.copyOf(highText, highText.length + 1));
        }
        if (type == ColumnType.DOUBLE) {
            double high = Keys.toDouble(highKey);
            return new Bound(high == Double.POSITIVE_INFINITY ? Keys.NAN : Keys.ofDouble(Math.nextUp(high)), null);
        }
        return highKey == Long.MAX_VALUE ? null : new Bound(highKey + 1, null);
    }

    /**
     * Returns an interval of the same extent, moved upwards by a number of its extents; the interval itself if its
     * extent is not a finite number.
     */
    Interval shifted(double extents) {
        if (type == ColumnType.DOUBLE) {
            double low = Keys.toDouble(lowKey);
            double high = Keys.toDouble(highKey);
            double by = (high - low) * extents;
            double newLow = low + by;
            return Double.isFinite(newLow) && Double.isFinite(high + by)
                    ? ofDoubles(newLow, newLow + (high - low))
                    : this;
        }
        if (type.isText() || highKey < lowKey || highKey - lowKey < 0) {
            return this;
        }
        long by = Math.round((double) (highKey - lowKey) * extents);
        try {
            return ofLongs(type, Math.addExact(lowKey, by), Math.addExact(highKey, by));
        } catch (ArithmeticException e) {
            return this;
        }
    }

    /** Returns the interval of the same extent whose middle is at a key; the interval itself if it has no middle. */
    Interval around(long key) {
        double extent = extent();
        if (type == ColumnType.DOUBLE) {
            double at = Keys.toDouble(key);
            return Double.isFinite(at) && Double.isFinite(extent) ? ofDoubles(at - extent / 2, at + extent / 2) : this;
        }
        if (type.isText() || highKey - lowKey < 0) {
            return this;
        }
        long half = (highKey - lowKey) / 2;
        try {
            return ofLongs(type, Math.subtractExact(key, half), Math.addExact(key, highKey - lowKey - half));
        } catch (ArithmeticException e) {
            return this;
        }
    }

    /**
     * Returns the distance from the first to the last value, on the scale of {@link RankedColumn#position}. Not defined
     * for text.
     */
    double extent() {
        return high() - low();
    }

    /** Represents a value that divides a column into smaller values and the rest. The text is null for numbers. */
    record Bound(long key, byte[] text) {
        /** Returns how many of a column's values are less. */
        int rank(RankedColumn column) {
            return text == null ? column.below(key) : column.below(text);
        }
    }
}
