// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

/** Keys of the form {@link ScalarType.KeyForm#WIDE}. */
public final class WideKeys extends Keys {
    private final long[] highs;
    private final long[] lows;

    private WideKeys(ScalarType type, long[] highs, long[] lows) {
        super(type);
        this.highs = highs;
        this.lows = lows;
    }

    static WideKeys of(ScalarType type, WideColumn column, NullOrder nulls) {
        int size = column.size();
        long[] highs = new long[size];
        long[] lows = new long[size];
        long nullKey = nulls == NullOrder.LOWEST ? Long.MIN_VALUE : Long.MAX_VALUE;
        for (int i = 0; i < size; i++) {
            boolean isNull = column.isNull(i);
            highs[i] = isNull ? nullKey : column.high(i);
            lows[i] = isNull ? nullKey : column.low(i);
        }
        return new WideKeys(type, highs, lows);
    }

    public long high(int index) {
        return highs[index];
    }

    public long low(int index) {
        return lows[index];
    }

    @Override
    public int size() {
        return highs.length;
    }

    @Override
    public Key key(int index) {
        return Key.of(highs[index], lows[index]);
    }

    @Override
    public long retainedBytes() {
        return 16L * highs.length;
    }
}
