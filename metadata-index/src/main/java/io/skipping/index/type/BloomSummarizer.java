// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.VarbinaryType.VARBINARY;

import io.airlift.slice.Slice;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;

/** Collects the hashes of a range, so that the filter can be made as large as they need; stops when they are too many. */
final class BloomSummarizer implements Summarizer {
    /** with fewer, a filter takes more than a tenth of all other values for one of its own */
    private static final int MIN_BITS_PER_VALUE = 4;

    private final double falsePositives;
    private final int above;
    private final SizeBudget budget;
    private final int mostBytes;
    private final BlockValues blockValues = new BlockValues();
    private final ValueHashes valueHashes;
    /** empty once there are too many */
    private Optional<DistinctLongs> hashes = Optional.of(new DistinctLongs());

    /**
     * @param above a range with at most so many values gets no filter
     * @param budget most that the filter may take
     */
    BloomSummarizer(Type type, double falsePositives, int above, SizeBudget budget) {
        this.valueHashes = new ValueHashes(type);
        this.falsePositives = falsePositives;
        this.above = above;
        this.budget = budget;
        this.mostBytes = BloomFilter.bytesIn(budget.bytes());
    }

    @Override
    public void add(List<Block> columns) {
        if (hashes.isEmpty()) {
            return;
        }
        blockValues.read(columns.getFirst());
        DistinctLongs set = hashes.get();
        boolean fits = valueHashes.forEach(
                blockValues.values(),
                blockValues.positions(),
                blockValues.count(),
                hash -> !set.add(hash) || BloomFilter.bitsPerValue(mostBytes, set.size()) >= MIN_BITS_PER_VALUE);
        if (!fits) {
            hashes = Optional.empty();
        }
    }

    @Override
    public void finish(List<BlockBuilder> fields) {
        BlockBuilder filter = fields.getFirst();
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
        VARBINARY.writeSlice(filter, made);
    }

    /** Of bits. */
    private int wantedBytes() {
        return Math.min(mostBytes, BloomFilter.bytes(hashes.orElseThrow().size(), falsePositives));
    }

    @Override
    public long sharedBytes() {
        return hashes.isEmpty() ? 0 : budget.wanted(wantedBytes());
    }

    @Override
    public long retainedBytes() {
        return blockValues.retainedBytes()
                + valueHashes.retainedBytes()
                + hashes.map(DistinctLongs::retainedBytes).orElse(0L);
    }
}
