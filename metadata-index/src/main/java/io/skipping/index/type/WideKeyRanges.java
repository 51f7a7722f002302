// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.type.Keys.NullOrder;
import io.trino.spi.block.Block;
import io.trino.spi.predicate.SortedRangeSet;
import io.trino.spi.type.Type;
import java.util.Optional;

/** Ranges of {@link WideKeys}. */
final class WideKeyRanges extends KeyRanges {
    private final WideKeys bounds;
    private final boolean[] inclusive;
    private final boolean[] open;

    private WideKeyRanges(boolean unbounded, WideKeys bounds, boolean[] inclusive, boolean[] open) {
        super(unbounded);
        this.bounds = bounds;
        this.inclusive = inclusive;
        this.open = open;
    }

    static WideKeyRanges of(Type type, SortedRangeSet ranges, boolean unbounded) {
        Block block = ranges.getSortedRanges();
        boolean[] open = new boolean[block.getPositionCount()];
        for (int i = 0; i < open.length; i++) {
            open[i] = block.isNull(i);
        }
        return new WideKeyRanges(unbounded, WideKeys.of(type, block, NullOrder.LOWEST), ranges.getInclusive(), open);
    }

    @Override
    int count() {
        return open.length / 2;
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
    Optional<long[]> hashes(int most) {
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
}
