// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.VarbinaryType.VARBINARY;

import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.VariableWidthBlock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Collects the grams of a range, so that the filter can be made as large as they need; leaves out the longer ones, then all, when they are too many. */
final class NgramSummarizer implements Summarizer {
    /** with fewer, a filter takes more than a third of all other grams for one of its own */
    private static final int MIN_BITS_PER_GRAM = 2;

    private final double falsePositives;
    private final int mostBytes;
    private final BlockValues blockValues = new BlockValues();
    private final DistinctLongs shorter = new DistinctLongs();
    private final DistinctLongs longer = new DistinctLongs();
    /** bytes of the longest grams that are collected; 0 once even the shortest are too many */
    private int longest = Grams.LONGEST;

    /** @param maxBytes most that the filter may take */
    NgramSummarizer(double falsePositives, long maxBytes) {
        this.falsePositives = falsePositives;
        this.mostBytes = NgramFilter.bytesIn(maxBytes);
    }

    @Override
    public void add(List<Block> columns) {
        blockValues.read(columns.getFirst());
        VariableWidthBlock block = (VariableWidthBlock) blockValues.values();
        for (int i = 0; i < blockValues.count() && longest > 0; i++) {
            int position = blockValues.positions()[i];
            Grams.forEach(
                    block.getRawSlice(),
                    block.getRawSliceOffset(position),
                    block.getSliceLength(position),
                    longest,
                    this::add);
        }
    }

    private void add(int length, long gram) {
        if (length <= longest && (length == Grams.SHORTEST ? shorter : longer).add(gram)) {
            leaveOutWhatHasNoRoom();
        }
    }

    private void leaveOutWhatHasNoRoom() {
        if (longest == Grams.LONGEST && !hasRoom(shorter.size() + longer.size())) {
            longest = Grams.SHORTEST;
            longer.clear();
        }
        if (!hasRoom(shorter.size())) {
            longest = 0;
            shorter.clear();
        }
    }

    private boolean hasRoom(int grams) {
        return grams == 0 || BloomFilter.bitsPerValue(mostBytes, grams) >= MIN_BITS_PER_GRAM;
    }

    @Override
    public void finish(List<BlockBuilder> fields) {
        BlockBuilder filter = fields.getFirst();
        if (longest == 0 || mostBytes == 0) {
            filter.appendNull();
            return;
        }
        long[] hashes = LongStream.concat(Arrays.stream(shorter.values()), Arrays.stream(longer.values()))
                .map(KeyHash::hash)
                .toArray();
        int bytes = Math.min(mostBytes, BloomFilter.bytes(hashes.length, falsePositives));
        VARBINARY.writeSlice(filter, NgramFilter.create(longest, bytes, hashes));
    }

    @Override
    public long retainedBytes() {
        return blockValues.retainedBytes() + shorter.retainedBytes() + longer.retainedBytes();
    }
}
