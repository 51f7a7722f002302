// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.VarbinaryType.VARBINARY;

import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.VariableWidthBlock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Collects the grams of a range, so that the filter can be made as large as they need; stops when they are too many. */
final class NgramSummarizer implements Summarizer {
    /** with fewer, a filter takes more than a third of all other grams for one of its own */
    private static final int MIN_BITS_PER_GRAM = 2;

    private final double falsePositives;
    private final int mostBytes;
    private final BlockValues blockValues = new BlockValues();
    /** empty once there are too many */
    private Optional<DistinctLongs> grams = Optional.of(new DistinctLongs());

    /** @param maxBytes most that the filter may take */
    NgramSummarizer(double falsePositives, long maxBytes) {
        this.falsePositives = falsePositives;
        this.mostBytes = BloomFilter.bytesIn(maxBytes);
    }

    @Override
    public void add(List<Block> columns) {
        if (grams.isEmpty()) {
            return;
        }
        blockValues.read(columns.getFirst());
        DistinctLongs set = grams.get();
        VariableWidthBlock block = (VariableWidthBlock) blockValues.values();
        for (int i = 0; i < blockValues.count(); i++) {
            int position = blockValues.positions()[i];
            boolean fits = Grams.forEach(
                    block.getRawSlice(),
                    block.getRawSliceOffset(position),
                    block.getSliceLength(position),
                    gram -> !set.add(gram) || BloomFilter.bitsPerValue(mostBytes, set.size()) >= MIN_BITS_PER_GRAM);
            if (!fits) {
                grams = Optional.empty();
                return;
            }
        }
    }

    @Override
    public void finish(List<BlockBuilder> fields) {
        BlockBuilder filter = fields.getFirst();
        if (grams.isEmpty() || mostBytes == 0) {
            filter.appendNull();
            return;
        }
        long[] hashes = Arrays.stream(grams.get().values()).map(KeyHash::hash).toArray();
        int bytes = Math.min(mostBytes, BloomFilter.bytes(hashes.length, falsePositives));
        VARBINARY.writeSlice(filter, BloomFilter.create(bytes, hashes));
    }

    @Override
    public long retainedBytes() {
        return blockValues.retainedBytes()
                + grams.map(DistinctLongs::retainedBytes).orElse(0L);
    }
}
