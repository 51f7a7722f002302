// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.type.Keys.NullOrder;
import io.trino.spi.block.Block;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.type.Type;
import java.util.Arrays;
import java.util.Optional;

/**
 * Ranges of {@link LongKeys}. Since no value lies between neighbouring keys, all ends are made inclusive and ranges that
 * touch are joined.
 */
final class LongKeyRanges extends KeyRanges {
    private final long[] lows;
    private final long[] highs;

    /** ranges before those that touch were joined */
    private final int listed;

    private LongKeyRanges(boolean unbounded, long[] lows, long[] highs, int listed) {
        super(unbounded);
        this.listed = listed;
        this.lows = lows;
        this.highs = highs;
    }

    static Optional<LongKeyRanges> of(Type type, SortedRangeSet ranges, boolean unbounded) {
        Block bounds = ranges.getSortedRanges();
        boolean[] inclusive = ranges.getInclusive();
        // the key of "no bound" is read where it is needed
        long[] keys = LongKeys.of(type, bounds, NullOrder.LOWEST).keys();
        LongCodec codec = LongCodec.of(type);
        long[] lows = new long[keys.length / 2];
        long[] highs = new long[keys.length / 2];
        int count = 0;
        for (int k = 0; k < lows.length; k++) {
            long low = Long.MIN_VALUE;
            if (!bounds.isNull(2 * k)) {
                low = keys[2 * k];
                if (codec.isNan(low)) {
                    return Optional.empty();
                }
                if (!inclusive[2 * k]) {
                    if (low == Long.MAX_VALUE) {
                        continue;
                    }
                    low++;
                }
            }
            long high = Long.MAX_VALUE;
            if (!bounds.isNull(2 * k + 1)) {
                high = keys[2 * k + 1];
                if (codec.isNan(high)) {
                    return Optional.empty();
                }
                if (!inclusive[2 * k + 1]) {
                    if (high == Long.MIN_VALUE) {
                        continue;
                    }
                    high--;
                }
            }
            if (low > high) {
                continue;
            }
            if (count > 0 && (highs[count - 1] == Long.MAX_VALUE || low <= highs[count - 1] + 1)) {
                highs[count - 1] = Math.max(highs[count - 1], high);
            } else {
                lows[count] = low;
                highs[count] = high;
                count++;
            }
        }
        return Optional.of(
                new LongKeyRanges(unbounded, Arrays.copyOf(lows, count), Arrays.copyOf(highs, count), lows.length));
    }

    @Override
    int count() {
        return lows.length;
    }

    @Override
    boolean isAtOrAboveLow(int k, Keys keys, int index) {
        return ((LongKeys) keys).keys()[index] >= lows[k];
    }

    @Override
    boolean isAtOrBelowHigh(int k, Keys keys, int index) {
        return ((LongKeys) keys).keys()[index] <= highs[k];
    }

    @Override
    Optional<long[]> hashes(int most) {
        long remaining = (long) listed + most;
        for (int k = 0; k < lows.length; k++) {
            long beyondFirst = highs[k] - lows[k];
            // negative if it overflowed
            if (beyondFirst < 0 || beyondFirst >= remaining) {
                return Optional.empty();
            }
            remaining -= beyondFirst + 1;
        }
        long[] hashes = new long[(int) (listed + most - remaining)];
        int count = 0;
        for (int k = 0; k < lows.length; k++) {
            for (long beyond = 0; beyond <= highs[k] - lows[k]; beyond++) {
                hashes[count++] = KeyHash.hash(lows[k] + beyond);
            }
        }
        return Optional.of(hashes);
    }

    @Override
    Relation relate(Keys minimums, Keys maximums, int index) {
        // the same as above, without calls: this is where a million ranges are decided
        long minimum = ((LongKeys) minimums).keys()[index];
        long maximum = ((LongKeys) maximums).keys()[index];
        int k = 0;
        if (highs.length > 1) {
            k = Arrays.binarySearch(highs, minimum);
            if (k < 0) {
                k = -k - 1;
            }
        }
        if (k == highs.length || highs[k] < minimum || lows[k] > maximum) {
            return Relation.DISJOINT;
        }
        return lows[k] <= minimum && maximum <= highs[k] ? Relation.INSIDE : Relation.CROSSES;
    }
}
