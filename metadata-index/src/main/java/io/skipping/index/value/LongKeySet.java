// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * A set of {@link LongKeys}, as sorted ranges. Because no value lies between neighbouring keys, all ends are made
 * inclusive and adjacent ranges are joined. A zero of real or double that was listed individually stays a range of its
 * own, see {@link io.skipping.index.predicate.SignedZeros}.
 */
final class LongKeySet extends KeySet {
    private final long[] lows;
    private final long[] highs;

    /** number of ranges before adjacent ones were joined */
    private final int listed;

    private final boolean zeroApart;

    private LongKeySet(ScalarType type, boolean unbounded, long[] lows, long[] highs, int listed, boolean zeroApart) {
        super(type, unbounded);
        this.listed = listed;
        this.zeroApart = zeroApart;
        this.lows = lows;
        this.highs = highs;
    }

    static Optional<LongKeySet> of(ScalarType type, LongColumn bounds, boolean[] inclusive) {
        LongCodec codec = LongCodec.of(type);
        long[] lows = new long[bounds.size() / 2];
        long[] highs = new long[bounds.size() / 2];
        int count = 0;
        for (int k = 0; k < lows.length; k++) {
            long low = Long.MIN_VALUE;
            if (!bounds.isNull(2 * k)) {
                low = bounds.key(2 * k);
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
                high = bounds.key(2 * k + 1);
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
            if (count > 0
                    && touches(highs[count - 1], low)
                    && !isListedZero(codec, low, high)
                    && !isListedZero(codec, lows[count - 1], highs[count - 1])) {
                highs[count - 1] = Math.max(highs[count - 1], high);
            } else {
                lows[count] = low;
                highs[count] = high;
                count++;
            }
        }
        return Optional.of(new LongKeySet(
                type,
                isUnbounded(bounds),
                Arrays.copyOf(lows, count),
                Arrays.copyOf(highs, count),
                lows.length,
                codec.hasNan() && isZeroApart(bounds)));
    }

    /** Looks at the ends as they were given: beside a zero, what they leave may be a range that no key is in. */
    private static boolean isZeroApart(LongColumn bounds) {
        for (int high = 1; high < bounds.size(); high += 2) {
            boolean isAlone = isZero(bounds, high - 1);
            boolean isLeftOut = high + 1 < bounds.size() && isZero(bounds, high + 1);
            if (isZero(bounds, high) && (isAlone || isLeftOut)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isZero(LongColumn bounds, int bound) {
        return !bounds.isNull(bound) && bounds.key(bound) == 0;
    }

    @Override
    public boolean isZeroApart() {
        if (zeroApart || !type().isFloatingPoint()) {
            return zeroApart;
        }
        for (int k = 0; k < lows.length; k++) {
            if (lows[k] == 0 && highs[k] == 0 || highs[k] == -1 && k + 1 < lows.length && lows[k + 1] == 1) {
                return true;
            }
        }
        return false;
    }

    @Override
    KeySet withZeroApart() {
        return new LongKeySet(type(), mayHoldNan(), lows, highs, listed, true);
    }

    private static boolean touches(long high, long low) {
        return high == Long.MAX_VALUE || low <= high + 1;
    }

    private static boolean isListedZero(LongCodec codec, long low, long high) {
        return codec.hasNan() && low == 0 && high == 0;
    }

    @Override
    public int count() {
        return lows.length;
    }

    /** Returns a range by its position. The key below that of a zero belongs to no number; as the end of a range it stands for an end below zero. */
    @Override
    public KeyRange range(int k) {
        // no key lies beyond the outermost one, so a range without an end is equivalent
        Optional<Key> low = lows[k] == Long.MIN_VALUE ? Optional.empty() : Optional.of(Key.of(lows[k]));
        Optional<Key> high = highs[k] == Long.MAX_VALUE ? Optional.empty() : Optional.of(Key.of(highs[k]));
        // an end beyond the outermost value was not inclusive
        LongCodec codec = LongCodec.of(type());
        boolean isLowValue = low.isPresent() && !codec.isNan(lows[k]);
        boolean isHighValue = high.isPresent() && !codec.isNan(highs[k]);
        return new KeyRange(
                low.map(key -> isLowValue ? key : Key.of(lows[k] - 1)),
                isLowValue,
                high.map(key -> isHighValue ? key : Key.of(highs[k] + 1)),
                isHighValue);
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
    Optional<long[]> hash(int most) {
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
    public Relation relate(Keys minimums, Keys maximums, int index) {
        // the same as for all forms, but without calls: a million ranges are decided here
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

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof LongKeySet)) {
            return false;
        }
        LongKeySet that = (LongKeySet) other;
        return type().equals(that.type())
                && mayHoldNan() == that.mayHoldNan()
                && Arrays.equals(lows, that.lows)
                && Arrays.equals(highs, that.highs);
    }

    /** Hashes only the outer ends, because a list may be long. */
    @Override
    public int hashCode() {
        return isNone() ? type().hashCode() : Objects.hash(type(), count(), lows[0], highs[count() - 1]);
    }

    @Override
    public String toString() {
        return type() + " " + ranges();
    }
}
