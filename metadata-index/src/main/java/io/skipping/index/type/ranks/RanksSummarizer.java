// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ranks;

import com.google.common.collect.ImmutableList;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import java.util.List;

/** Finds the values at some ranks of a range. */
final class RanksSummarizer implements Summarizer {
    private static final long AS_IS = 0;
    /** Reverses the order of keys. */
    private static final long INVERTED = -1;

    private final List<Integer> ranks;
    private final LongCodec codec;
    private final OutermostKeys smallest;
    private final OutermostKeys largest;
    private long[] keys = new long[0];

    /** @param ranks ascending; if empty, the range has no summary */
    RanksSummarizer(ScalarType type, List<Integer> ranks) {
        this.ranks = ImmutableList.copyOf(ranks);
        this.codec = LongCodec.of(type);
        int last = ranks.isEmpty() ? 1 : ranks.get(ranks.size() - 1);
        this.smallest = new OutermostKeys(last);
        this.largest = new OutermostKeys(last);
    }

    @Override
    public void add(List<ValueVector> columns) {
        if (ranks.isEmpty()) {
            return;
        }
        LongVector values = (LongVector) columns.get(0);
        if (values.isEachRowOnce() && !codec.hasNan()) {
            add(values.keys(), values.valueCount());
        } else {
            int rows = values.rowCount();
            if (keys.length < rows) {
                keys = new long[rows];
            }
            add(
                    keys,
                    values.isEachRowOnce()
                            ? codec.withoutNans(values.keys(), values.valueCount(), keys)
                            : readRows(values));
        }
    }

    /**
     * Reads the key of each row that is neither NULL nor NaN.
     *
     * @return number of keys
     */
    private int readRows(LongVector values) {
        long[] listed = values.keys();
        int rows = values.rowCount();
        int count = 0;
        for (int row = 0; row < rows; row++) {
            int value = values.value(row);
            if (value >= 0 && !codec.isNan(listed[value])) {
                keys[count++] = listed[value];
            }
        }
        return count;
    }

    private void add(long[] added, int count) {
        smallest.add(added, count, AS_IS);
        largest.add(added, count, INVERTED);
    }

    @Override
    public void finish(SummaryWriter to) {
        if (ranks.isEmpty()) {
            to.appendNothing();
            return;
        }
        long[] fromSmallest = smallest.sorted();
        long[] fromLargest = largest.sorted();
        List<Integer> found =
                ranks.stream().filter(rank -> rank <= fromSmallest.length).toList();
        to.field(RanksIndexType.RANK).appendList(elements -> found.forEach(rank -> elements.append(rank)));
        to.field(RanksIndexType.SMALLEST)
                .appendList(elements -> found.forEach(rank -> elements.append(fromSmallest[rank - 1])));
        to.field(RanksIndexType.LARGEST)
                .appendList(elements -> found.forEach(rank -> elements.append(fromLargest[rank - 1] ^ INVERTED)));
    }

    @Override
    public long retainedBytes() {
        return smallest.retainedBytes() + largest.retainedBytes() + 8L * keys.length;
    }
}
