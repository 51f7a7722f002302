// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.nio.charset.StandardCharsets;

/** Holds a row that can be filled, passed on, and filled again. All values are initially NULL. Not thread-safe. */
public final class ArrayRow implements Row {
    private final boolean[] known;
    private final long[] longs;
    private final double[] doubles;
    private final byte[][] texts;

    /** Creates a row of so many columns. */
    public ArrayRow(int columns) {
        known = new boolean[columns];
        longs = new long[columns];
        doubles = new double[columns];
        texts = new byte[columns][];
    }

    /** Sets a value to NULL, and returns this row. */
    public ArrayRow setNull(int column) {
        known[column] = false;
        return this;
    }

    /** Sets the value of a bigint, date (days) or timestamp (microseconds) column, and returns this row. */
    public ArrayRow set(int column, long value) {
        known[column] = true;
        longs[column] = value;
        return this;
    }

    /** Sets the value of a double column, and returns this row. */
    public ArrayRow set(int column, double value) {
        known[column] = true;
        doubles[column] = value;
        return this;
    }

    /** Sets the value of a varchar column to an array, which is not copied, and returns this row. */
    public ArrayRow set(int column, byte[] utf8) {
        known[column] = true;
        texts[column] = utf8;
        return this;
    }

    /** Sets the value of a varchar column, and returns this row. */
    public ArrayRow set(int column, String value) {
        return set(column, value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean isNull(int column) {
        return !known[column];
    }

    @Override
    public long longValue(int column) {
        return longs[column];
    }

    @Override
    public double doubleValue(int column) {
        return doubles[column];
    }

    @Override
    public byte[] textValue(int column) {
        return texts[column];
    }
}
