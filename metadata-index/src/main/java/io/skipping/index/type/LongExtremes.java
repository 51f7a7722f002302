// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.BooleanType.BOOLEAN;

import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.type.Type;
import java.util.List;

/** Extremes of the types whose keys are longs. */
final class LongExtremes implements Extremes {
    private final Type type;
    private final LongCodec codec;
    private long[] keys = new long[0];
    private long minimum = Long.MAX_VALUE;
    private long maximum = Long.MIN_VALUE;
    private boolean mayHaveNan;
    /** whether a bound that is zero may be that of a -0.0, whose sign keys do not have */
    private boolean mayHaveNegativeZero;

    LongExtremes(Type type) {
        this.type = type;
        this.codec = LongCodec.of(type);
    }

    @Override
    public void add(ValueBlock values, int[] positions, int count) {
        if (keys.length < count) {
            keys = new long[count];
        }
        codec.read(values, positions, count, keys);
        int compare = count;
        if (codec.hasNan()) {
            compare = codec.removeNans(keys, count);
            mayHaveNan |= compare < count;
        }
        long low = minimum;
        long high = maximum;
        for (int i = 0; i < compare; i++) {
            low = Math.min(low, keys[i]);
            high = Math.max(high, keys[i]);
        }
        minimum = low;
        maximum = high;
        // whoever brings the zero that is a bound in the end finds it to be one here
        if (codec.hasNan() && (low == 0 || high == 0) && !mayHaveNegativeZero) {
            mayHaveNegativeZero = codec.hasNegativeZero(values, positions, count);
        }
    }

    @Override
    public boolean addBounds(ValueBlock bounds) {
        long[] found = new long[2];
        codec.read(bounds, new int[] {0, 1}, 2, found);
        if (codec.hasNan()) {
            if (codec.isNan(found[0]) || codec.isNan(found[1])) {
                return false;
            }
            // footers leave NaNs out and do not say so
            mayHaveNan = true;
        }
        if (found[0] > found[1]) {
            return false;
        }
        minimum = Math.min(minimum, found[0]);
        maximum = Math.max(maximum, found[1]);
        return true;
    }

    @Override
    public void finish(List<BlockBuilder> fields, boolean exact) {
        BOOLEAN.writeBoolean(fields.get(MinMaxIndexType.MIN_EXACT), exact && !(minimum == 0 && mayHaveNegativeZero));
        BOOLEAN.writeBoolean(fields.get(MinMaxIndexType.MAX_EXACT), exact && !(maximum == 0 && mayHaveNegativeZero));
        if (minimum <= maximum) {
            codec.write(type, fields.get(MinMaxIndexType.MIN), minimum);
            codec.write(type, fields.get(MinMaxIndexType.MAX), maximum);
        } else {
            fields.get(MinMaxIndexType.MIN).appendNull();
            fields.get(MinMaxIndexType.MAX).appendNull();
        }
        if (codec.hasNan()) {
            BOOLEAN.writeBoolean(fields.get(MinMaxIndexType.HAS_NAN), mayHaveNan);
        }
    }

    @Override
    public long retainedBytes() {
        return 8L * keys.length;
    }
}
