// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.distinct;

import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.KeyHash;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.WideVector;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** A set of values whose keys are two longs. */
final class DistinctWideValues implements DistinctValues {
    private final int bytesPerValue;
    private final DistinctSlots slots = new DistinctSlots();
    private long[] highs = new long[16];
    private long[] lows = new long[16];

    DistinctWideValues(ScalarType type) {
        this.bytesPerValue = type.fixedBytes();
    }

    @Override
    public boolean add(ValueVector values, int limit, long maxBytes) {
        WideVector wides = (WideVector) values;
        int count = values.valueCount();
        long most = Math.min(limit, maxBytes / bytesPerValue);
        for (int i = 0; i < count; i++) {
            long high = wides.high(i);
            long low = wides.low(i);
            if (slots.add(KeyHash.hash(high, low), element -> highs[element] == high && lows[element] == low)) {
                if (slots.size() > most) {
                    return false;
                }
                if (slots.size() > highs.length) {
                    highs = Arrays.copyOf(highs, 2 * highs.length);
                    lows = Arrays.copyOf(lows, 2 * lows.length);
                }
                highs[slots.size() - 1] = high;
                lows[slots.size() - 1] = low;
            }
        }
        return true;
    }

    @Override
    public long bytes() {
        return (long) bytesPerValue * slots.size();
    }

    @Override
    public boolean hasNan() {
        return false;
    }

    @Override
    public void write(ColumnBuilder builder) {
        IntStream.range(0, slots.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(element -> highs[element])
                        .thenComparingLong(element -> lows[element]))
                .forEach(element -> builder.append(highs[element], lows[element]));
    }

    @Override
    public long retainedBytes() {
        return slots.retainedBytes() + 16L * highs.length;
    }
}
