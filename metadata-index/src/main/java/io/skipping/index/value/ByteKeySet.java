// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import io.airlift.slice.Slice;
import io.skipping.index.value.Keys.NullOrder;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** Holds a set of {@link ByteKeys} as sorted ranges. */
public final class ByteKeySet extends KeySet {
    private static final int MOST_POINTS = 8;

    private final ByteKeys bounds;
    private final boolean[] inclusive;
    private final boolean[] open;
    /** the first bytes of each value if all ranges are single values and few; empty otherwise */
    private final long[] points;

    private ByteKeySet(ScalarType type, boolean unbounded, ByteKeys bounds, boolean[] inclusive, boolean[] open) {
        super(type, unbounded);
        this.bounds = bounds;
        this.inclusive = inclusive;
        this.open = open;
        this.points = count() <= MOST_POINTS && IntStream.range(0, count()).allMatch(this::isPoint)
                ? IntStream.range(0, count())
                        .mapToLong(k -> bounds.prefix(2 * k))
                        .toArray()
                : new long[0];
    }

    private boolean isPoint(int k) {
        int low = 2 * k;
        int high = low + 1;
        // an open end is not inclusive
        return inclusive[low] && inclusive[high] && bounds.compare(low, bounds, high) == 0;
    }

    @Override
    boolean isInside(Keys keys, int index) {
        if (points.length > 0) {
            // nearly always no point matches, which the branch predictor learns, unlike the direction of a binary
            // search
            long prefix = ((ByteKeys) keys).prefix(index);
            boolean mayBe = false;
            for (long point : points) {
                mayBe |= point == prefix;
            }
            if (!mayBe) {
                return false;
            }
        }
        return super.isInside(keys, index);
    }

    /** Returns empty if a bound does not order as its bytes do. */
    static Optional<ByteKeySet> of(ScalarType type, BytesColumn column, boolean[] inclusive) {
        ByteKeys bounds = ByteKeys.of(type, column, NullOrder.LOWEST);
        boolean[] open = new boolean[column.size()];
        for (int i = 0; i < open.length; i++) {
            open[i] = column.isNull(i);
            if (!bounds.isOrderedByBytes(i)) {
                return Optional.empty();
            }
        }
        return Optional.of(new ByteKeySet(type, isUnbounded(column), bounds, inclusive.clone(), open));
    }

    @Override
    public int count() {
        return open.length / 2;
    }

    @Override
    int firstNotBelow(Keys keys, int index) {
        // as in the superclass, but the first bytes nearly always decide without a call
        long prefix = ((ByteKeys) keys).prefix(index);
        int first = 0;
        int end = count();
        while (first < end) {
            int middle = (first + end) >>> 1;
            int bound = 2 * middle + 1;
            boolean isBelow = open[bound]
                    || (prefix == bounds.prefix(bound)
                            ? isAtOrBelowHigh(middle, keys, index)
                            : prefix < bounds.prefix(bound));
            if (isBelow) {
                end = middle;
            } else {
                first = middle + 1;
            }
        }
        return first;
    }

    @Override
    public KeyRange range(int k) {
        return new KeyRange(end(2 * k), inclusive[2 * k], end(2 * k + 1), inclusive[2 * k + 1]);
    }

    private Optional<Key> end(int bound) {
        return open[bound] ? Optional.empty() : Optional.of(bounds.key(bound));
    }

    @Override
    boolean isAtOrAboveLow(int k, Keys keys, int index) {
        int bound = 2 * k;
        if (open[bound]) {
            return true;
        }
        int order = ((ByteKeys) keys).compare(index, bounds, bound);
        return inclusive[bound] ? order >= 0 : order > 0;
    }

    @Override
    boolean isAtOrBelowHigh(int k, Keys keys, int index) {
        int bound = 2 * k + 1;
        if (open[bound]) {
            return true;
        }
        int order = ((ByteKeys) keys).compare(index, bounds, bound);
        return inclusive[bound] ? order <= 0 : order < 0;
    }

    /** Returns whether the set may contain a value that begins with a key. */
    public boolean mayHoldPrefixed(ByteKeys keys, int index) {
        // such a value is not below the key, so that earlier ranges contain none
        int k = firstNotBelow(keys, index);
        if (k == count()) {
            return false;
        }
        // a bound above the key is above all values that begin with the key, unless it begins with the key itself; so
        // are the ranges after it
        return isAtOrAboveLow(k, keys, index) || startsWith(bounds.bytes(2 * k), keys.bytes(index));
    }

    private static boolean startsWith(Slice text, Slice prefix) {
        return text.length() >= prefix.length() && text.equals(0, prefix.length(), prefix, 0, prefix.length());
    }

    @Override
    Optional<long[]> hash(int most) {
        long[] hashes = new long[count()];
        for (int k = 0; k < hashes.length; k++) {
            if (!isPoint(k)) {
                return Optional.empty();
            }
            Slice value = bounds.bytes(2 * k);
            hashes[k] = KeyHash.hash(value, 0, value.length());
        }
        return Optional.of(hashes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteKeySet
                && type().equals(((ByteKeySet) other).type())
                && ranges().equals(((ByteKeySet) other).ranges());
    }

    /** Hashes only the outer ends, because a list may be long. */
    @Override
    public int hashCode() {
        return Objects.hash(type(), count(), span());
    }

    @Override
    public String toString() {
        return type() + " " + ranges();
    }
}
