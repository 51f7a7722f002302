// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.IntegerType.INTEGER;

import com.google.common.collect.ImmutableList;
import io.trino.spi.block.ArrayBlockBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import java.util.List;

/** Finds the values at some ranks of a range. */
final class RanksSummarizer implements Summarizer {
    private static final long AS_IS = 0;
    /** Gives keys the opposite order. */
    private static final long INVERTED = -1;

    private final Type type;
    private final List<Integer> ranks;
    private final LongCodec codec;
    private final OutermostKeys smallest;
    private final OutermostKeys largest;
    private final BlockValues blockValues = new BlockValues();
    private long[] keys = new long[0];

    /** @param ranks ascending; if there is none, the range has no summary */
    RanksSummarizer(Type type, List<Integer> ranks) {
        this.type = type;
        this.ranks = ImmutableList.copyOf(ranks);
        this.codec = LongCodec.of(type);
        int last = ranks.isEmpty() ? 1 : ranks.getLast();
        this.smallest = new OutermostKeys(last);
        this.largest = new OutermostKeys(last);
    }

    @Override
    public void add(List<Block> columns) {
        if (ranks.isEmpty()) {
            return;
        }
        blockValues.readRows(columns.getFirst());
        int count = blockValues.count();
        if (count == 0) {
            return;
        }
        if (keys.length < count) {
            keys = new long[count];
        }
        codec.read(blockValues.values(), blockValues.positions(), count, keys);
        if (codec.hasNan()) {
            count = codec.removeNans(keys, count);
        }
        smallest.add(keys, count, AS_IS);
        largest.add(keys, count, INVERTED);
    }

    @Override
    public void finish(List<BlockBuilder> fields) {
        if (ranks.isEmpty()) {
            fields.forEach(BlockBuilder::appendNull);
            return;
        }
        long[] fromSmallest = smallest.sorted();
        long[] fromLargest = largest.sorted();
        List<Integer> found =
                ranks.stream().filter(rank -> rank <= fromSmallest.length).toList();
        array(fields.get(RanksIndexType.RANK), elements -> found.forEach(rank -> INTEGER.writeLong(elements, rank)));
        array(
                fields.get(RanksIndexType.SMALLEST),
                elements -> found.forEach(rank -> codec.write(type, elements, fromSmallest[rank - 1])));
        array(
                fields.get(RanksIndexType.LARGEST),
                elements -> found.forEach(rank -> codec.write(type, elements, fromLargest[rank - 1] ^ INVERTED)));
    }

    private interface Elements {
        void write(BlockBuilder elements);
    }

    private static void array(BlockBuilder field, Elements written) {
        ((ArrayBlockBuilder) field).buildEntry(written::write);
    }

    @Override
    public long retainedBytes() {
        return blockValues.retainedBytes() + smallest.retainedBytes() + largest.retainedBytes() + 8L * keys.length;
    }
}
