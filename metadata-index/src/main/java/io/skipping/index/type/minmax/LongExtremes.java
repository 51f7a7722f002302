// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.minmax;

import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.Key;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;

/** Finds the extremes of values whose keys are longs. */
final class LongExtremes implements Extremes {
    private final LongCodec codec;
    private long minimum = Long.MAX_VALUE;
    private long maximum = Long.MIN_VALUE;
    private boolean mayHaveNan;
    /** whether a bound of zero may come from a -0.0, whose sign keys do not hold */
    private boolean mayHaveNegativeZero;

    LongExtremes(ScalarType type) {
        this.codec = LongCodec.of(type);
    }

    @Override
    public void add(ValueVector values) {
        LongVector vector = (LongVector) values;
        long[] keys = vector.keys();
        int count = vector.valueCount();
        long low = minimum;
        long high = maximum;
        for (int i = 0; i < count; i++) {
            low = Math.min(low, keys[i]);
            high = Math.max(high, keys[i]);
        }
        // the keys of NaNs are beyond all others, so that a NaN would be an extreme; without values, low and high are
        // still the initial ones
        if (codec.hasNan() && count > 0 && (codec.isNan(low) || codec.isNan(high))) {
            mayHaveNan = true;
            addWithoutNans(keys, count);
        } else {
            minimum = low;
            maximum = high;
        }
        // the vector that contributes a zero that is a bound in the end sees it as a bound here
        mayHaveNegativeZero |= (minimum == 0 || maximum == 0) && vector.mayHaveNegativeZero();
    }

    private void addWithoutNans(long[] keys, int count) {
        for (int i = 0; i < count; i++) {
            if (!codec.isNan(keys[i])) {
                minimum = Math.min(minimum, keys[i]);
                maximum = Math.max(maximum, keys[i]);
            }
        }
    }

    @Override
    public boolean addBounds(Key low, Key high) {
        long foundLow = low.asLong();
        long foundHigh = high.asLong();
        if (codec.hasNan()) {
            if (codec.isNan(foundLow) || codec.isNan(foundHigh)) {
                return false;
            }
            // footers leave out NaNs without saying so
            mayHaveNan = true;
        }
        if (foundLow > foundHigh) {
            return false;
        }
        minimum = Math.min(minimum, foundLow);
        maximum = Math.max(maximum, foundHigh);
        return true;
    }

    @Override
    public void finish(SummaryWriter to, boolean exact) {
        to.field(MinMaxIndexType.MIN_EXACT).append(exact && !(minimum == 0 && mayHaveNegativeZero));
        to.field(MinMaxIndexType.MAX_EXACT).append(exact && !(maximum == 0 && mayHaveNegativeZero));
        if (minimum <= maximum) {
            to.field(MinMaxIndexType.MIN).append(minimum);
            to.field(MinMaxIndexType.MAX).append(maximum);
        } else {
            to.field(MinMaxIndexType.MIN).appendNull();
            to.field(MinMaxIndexType.MAX).appendNull();
        }
        if (codec.hasNan()) {
            to.field(MinMaxIndexType.HAS_NAN).append(mayHaveNan);
        }
    }

    @Override
    public long retainedBytes() {
        return 2L * Long.BYTES;
    }
}
