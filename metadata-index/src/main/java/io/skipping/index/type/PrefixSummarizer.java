// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.VarcharType.VARCHAR;

import io.airlift.slice.Slice;
import io.trino.spi.block.ArrayBlockBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.VariableWidthBlock;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Collects the prefixes of a range until they are too many. */
final class PrefixSummarizer implements Summarizer {
    private final int length;
    private final int limit;
    private final long maxBytes;
    private final BlockValues blockValues = new BlockValues();
    /** empty once there are too many */
    private Optional<DistinctValues> prefixes = Optional.of(DistinctValues.of(VARCHAR));

    /** @param length characters of a prefix */
    PrefixSummarizer(int length, int limit, long maxBytes) {
        this.length = length;
        this.limit = limit;
        this.maxBytes = maxBytes;
    }

    @Override
    public void add(List<Block> columns) {
        if (prefixes.isEmpty()) {
            return;
        }
        blockValues.read(columns.getFirst());
        int count = blockValues.count();
        if (count == 0) {
            return;
        }
        VariableWidthBlock block = (VariableWidthBlock) blockValues.values();
        BlockBuilder cut = VARCHAR.createBlockBuilder(null, count);
        for (int i = 0; i < count; i++) {
            int position = blockValues.positions()[i];
            Slice text = block.getRawSlice();
            int offset = block.getRawSliceOffset(position);
            VARCHAR.writeSlice(cut, text, offset, prefixLength(text, offset, block.getSliceLength(position)));
        }
        if (!prefixes.get().add(cut.buildValueBlock(), IntStream.range(0, count).toArray(), count, limit, maxBytes)) {
            prefixes = Optional.empty();
        }
    }

    /** Bytes of a text's prefix. What follows the first byte of a character belongs to it, be it proper UTF-8 or not. */
    private int prefixLength(Slice text, int offset, int textLength) {
        int characters = 0;
        for (int i = 0; i < textLength; i++) {
            boolean isFirst = (text.getByte(offset + i) & 0xC0) != 0x80;
            if (isFirst && characters++ == length) {
                return i;
            }
        }
        return textLength;
    }

    @Override
    public void finish(List<BlockBuilder> fields) {
        ArrayBlockBuilder field = (ArrayBlockBuilder) fields.getFirst();
        prefixes.ifPresentOrElse(set -> field.buildEntry(set::write), field::appendNull);
    }

    @Override
    public long retainedBytes() {
        return blockValues.retainedBytes()
                + prefixes.map(DistinctValues::retainedBytes).orElse(0L);
    }
}
