// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.minmax;

import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.Key;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.WideCodec;
import io.skipping.index.value.WideVector;

/** Finds the extremes of values whose keys are two longs. */
final class WideExtremes implements Extremes {
    private long minimumHigh = Long.MAX_VALUE;
    private long minimumLow = Long.MAX_VALUE;
    private long maximumHigh = Long.MIN_VALUE;
    private long maximumLow = Long.MIN_VALUE;
    private boolean isEmpty = true;

    @Override
    public void add(ValueVector values) {
        WideVector vector = (WideVector) values;
        int count = vector.valueCount();
        for (int i = 0; i < count; i++) {
            add(vector.high(i), vector.low(i));
        }
    }

    private void add(long high, long low) {
        if (WideCodec.compare(high, low, minimumHigh, minimumLow) < 0) {
            minimumHigh = high;
            minimumLow = low;
        }
        if (WideCodec.compare(high, low, maximumHigh, maximumLow) > 0) {
            maximumHigh = high;
            maximumLow = low;
        }
        isEmpty = false;
    }

    @Override
    public boolean addBounds(Key low, Key high) {
        if (low.compareTo(high) > 0) {
            return false;
        }
        Key.OfWide lowest = (Key.OfWide) low;
        Key.OfWide highest = (Key.OfWide) high;
        add(lowest.high(), lowest.low());
        add(highest.high(), highest.low());
        return true;
    }

    @Override
    public void finish(SummaryWriter to, boolean exact) {
        to.field(MinMaxIndexType.MIN_EXACT).append(exact);
        to.field(MinMaxIndexType.MAX_EXACT).append(exact);
        if (isEmpty) {
            to.field(MinMaxIndexType.MIN).appendNull();
            to.field(MinMaxIndexType.MAX).appendNull();
            return;
        }
        to.field(MinMaxIndexType.MIN).append(minimumHigh, minimumLow);
        to.field(MinMaxIndexType.MAX).append(maximumHigh, maximumLow);
    }

    @Override
    public long retainedBytes() {
        return 4L * Long.BYTES;
    }
}
