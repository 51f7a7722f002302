// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

/** Values whose keys have the form {@link ScalarType.KeyForm#WIDE}. */
public final class WideVector extends ValueVector {
    private long[] highs = new long[0];
    private long[] lows = new long[0];

    /** Makes room for {@code count} keys, which the caller writes with {@link #set}. */
    public void fill(int count) {
        if (highs.length < count) {
            int capacity = Math.max(count, 2 * highs.length);
            highs = new long[capacity];
            lows = new long[capacity];
        }
    }

    public void set(int value, long high, long low) {
        highs[value] = high;
        lows[value] = low;
    }

    public long high(int value) {
        return highs[value];
    }

    public long low(int value) {
        return lows[value];
    }

    @Override
    public Key key(int value) {
        return Key.of(highs[value], lows[value]);
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 16L * highs.length;
    }
}
