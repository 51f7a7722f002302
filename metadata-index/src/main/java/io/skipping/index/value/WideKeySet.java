// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import io.skipping.index.value.Keys.NullOrder;
import java.util.Objects;
import java.util.Optional;

/** A set of {@link WideKeys}, as sorted ranges. */
final class WideKeySet extends KeySet {
    private final WideKeys bounds;
    private final boolean[] inclusive;
    private final boolean[] open;

    private WideKeySet(ScalarType type, boolean unbounded, WideKeys bounds, boolean[] inclusive, boolean[] open) {
        super(type, unbounded);
        this.bounds = bounds;
        this.inclusive = inclusive;
        this.open = open;
    }

    static WideKeySet of(ScalarType type, WideColumn bounds, boolean[] inclusive) {
        boolean[] open = new boolean[bounds.size()];
        for (int i = 0; i < open.length; i++) {
            open[i] = bounds.isNull(i);
        }
        return new WideKeySet(
                type, isUnbounded(bounds), WideKeys.of(type, bounds, NullOrder.LOWEST), inclusive.clone(), open);
    }

    @Override
    public int count() {
        return open.length / 2;
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
        int order = compare((WideKeys) keys, index, bound);
        return inclusive[bound] ? order >= 0 : order > 0;
    }

    @Override
    boolean isAtOrBelowHigh(int k, Keys keys, int index) {
        int bound = 2 * k + 1;
        if (open[bound]) {
            return true;
        }
        int order = compare((WideKeys) keys, index, bound);
        return inclusive[bound] ? order <= 0 : order < 0;
    }

    @Override
    Optional<long[]> hash(int most) {
        long[] hashes = new long[count()];
        for (int k = 0; k < hashes.length; k++) {
            int low = 2 * k;
            int high = low + 1;
            if (!inclusive[low] || !inclusive[high] || compare(bounds, low, high) != 0) {
                return Optional.empty();
            }
            hashes[k] = KeyHash.hash(bounds.high(low), bounds.low(low));
        }
        return Optional.of(hashes);
    }

    private int compare(WideKeys keys, int index, int bound) {
        return WideCodec.compare(keys.high(index), keys.low(index), bounds.high(bound), bounds.low(bound));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WideKeySet
                && type().equals(((WideKeySet) other).type())
                && ranges().equals(((WideKeySet) other).ranges());
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
