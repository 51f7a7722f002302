// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.type.FixedWidthType;
import io.trino.spi.type.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** A set of values whose keys are two longs. */
final class DistinctWideValues implements DistinctValues {
    private final Type type;
    private final int bytesPerValue;
    private final DistinctSlots slots = new DistinctSlots();
    private long[] highs = new long[16];
    private long[] lows = new long[16];

    DistinctWideValues(Type type) {
        this.type = type;
        this.bytesPerValue = ((FixedWidthType) type).getFixedSize();
    }

    @Override
    public boolean add(ValueBlock values, int[] positions, int count, int limit, long maxBytes) {
        long most = Math.min(limit, maxBytes / bytesPerValue);
        for (int i = 0; i < count; i++) {
            long high = WideCodec.high(values, positions[i]);
            long low = WideCodec.low(values, positions[i]);
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
    public void write(BlockBuilder builder) {
        IntStream.range(0, slots.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(element -> highs[element])
                        .thenComparingLong(element -> lows[element]))
                .forEach(element -> WideCodec.write(type, builder, highs[element], lows[element]));
    }

    @Override
    public long retainedBytes() {
        return slots.retainedBytes() + 16L * highs.length;
    }
}
