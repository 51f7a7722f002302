// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** Holds a column of keys of the form {@link ScalarType.KeyForm#WIDE}. */
public final class WideColumn extends KeyColumn {
    private final long[] highs;
    private final long[] lows;

    /**
     * Creates a column.
     *
     * @param highs more significant halves, not copied; ignored for a NULL
     * @param lows less significant halves, not copied; ignored for a NULL
     * @param nulls one entry for each key, not copied; empty if there is no NULL
     */
    public WideColumn(long[] highs, long[] lows, Optional<boolean[]> nulls) {
        super(highs.length, nulls);
        this.highs = requireNonNull(highs, "highs is null");
        this.lows = requireNonNull(lows, "lows is null");
        checkArgument(highs.length == lows.length, "%s and %s halves", highs.length, lows.length);
    }

    public long high(int position) {
        return highs[position];
    }

    public long low(int position) {
        return lows[position];
    }

    @Override
    public WideColumn select(int[] positions) {
        long[] selectedHighs = new long[positions.length];
        long[] selectedLows = new long[positions.length];
        for (int i = 0; i < positions.length; i++) {
            selectedHighs[i] = highs[positions[i]];
            selectedLows[i] = lows[positions[i]];
        }
        return new WideColumn(selectedHighs, selectedLows, selectNulls(positions));
    }

    @Override
    public long retainedBytes() {
        return 16L * highs.length + nullBytes();
    }
}
