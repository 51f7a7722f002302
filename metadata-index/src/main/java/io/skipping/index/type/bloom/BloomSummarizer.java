// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bloom;

import io.airlift.slice.Slice;
import io.skipping.index.type.SizeBudget;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.type.distinct.DistinctLongs;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import java.util.List;
import java.util.Optional;

/**
 * Collects the hashes of a range, so that the filter can have the size that they need. It stops when there are too
 * many.
 */
final class BloomSummarizer implements Summarizer {
    /** with fewer bits, more than a tenth of all other values are false positives */
    private static final int MIN_BITS_PER_VALUE = 4;

    private final double falsePositives;
    private final int above;
    private final SizeBudget budget;
    private final int mostBytes;
    private final ValueHashes valueHashes;
    /** empty once there are too many */
    private Optional<DistinctLongs> hashes = Optional.of(new DistinctLongs());

    /**
     * @param above a range with at most this many values gets no filter
     * @param budget limit of the filter's size
     */
    BloomSummarizer(ScalarType type, double falsePositives, int above, SizeBudget budget) {
        this.valueHashes = new ValueHashes(type);
        this.falsePositives = falsePositives;
        this.above = above;
        this.budget = budget;
        this.mostBytes = BloomFilter.bytesIn(budget.bytes());
    }

    @Override
    public void add(List<ValueVector> columns) {
        if (hashes.isEmpty()) {
            return;
        }
        DistinctLongs set = hashes.get();
        boolean fits = valueHashes.forEach(
                columns.get(0),
                hash -> !set.add(hash) || BloomFilter.bitsPerValue(mostBytes, set.size()) >= MIN_BITS_PER_VALUE);
        if (!fits) {
            hashes = Optional.empty();
        }
    }

    @Override
    public void finish(SummaryWriter to) {
        ColumnBuilder filter = to.field(0);
        if (hashes.isEmpty() || hashes.get().size() <= above) {
            filter.appendNull();
            return;
        }
        int bytes = Math.min(BloomFilter.bytesIn(budget.left()), wantedBytes());
        if (bytes < wantedBytes()
                && BloomFilter.bitsPerValue(bytes, hashes.get().size()) < MIN_BITS_PER_VALUE) {
            filter.appendNull();
            return;
        }
        Slice made = BloomFilter.create(bytes, hashes.get().values());
        budget.take(made.length());
        filter.append(made);
    }

    /** Returns the wanted size of the bits, in bytes. */
    private int wantedBytes() {
        return Math.min(mostBytes, BloomFilter.bytes(hashes.orElseThrow().size(), falsePositives));
    }

    @Override
    public long sharedBytes() {
        return hashes.isEmpty() ? 0 : budget.wanted(wantedBytes());
    }

    @Override
    public long retainedBytes() {
        return hashes.map(DistinctLongs::retainedBytes).orElse(0L);
    }
}
