// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.type.Type;
import java.util.List;

/** What can be done with blocks of any type. */
final class Blocks {
    private Blocks() {}

    /** The same values, neither dictionary nor run-length encoded. */
    static ValueBlock flatten(Block block) {
        return switch (block) {
            case ValueBlock values -> values;
            case DictionaryBlock dictionary ->
                dictionary
                        .getDictionary()
                        .copyPositions(
                                dictionary.getRawIds(), dictionary.getRawIdsOffset(), dictionary.getPositionCount());
            case RunLengthEncodedBlock run ->
                run.getValue().copyPositions(new int[run.getPositionCount()], 0, run.getPositionCount());
        };
    }

    static void append(BlockBuilder builder, Block block) {
        switch (block) {
            case ValueBlock values -> builder.appendRange(values, 0, values.getPositionCount());
            case RunLengthEncodedBlock run -> builder.appendRepeated(run.getValue(), 0, run.getPositionCount());
            case DictionaryBlock _ -> {
                ValueBlock values = flatten(block);
                builder.appendRange(values, 0, values.getPositionCount());
            }
        }
    }

    /** All values of all blocks, one after the other. */
    static Block concatenate(Type type, List<Block> blocks) {
        if (blocks.size() == 1) {
            return blocks.getFirst();
        }
        int count = blocks.stream().mapToInt(Block::getPositionCount).sum();
        BlockBuilder builder = type.createBlockBuilder(null, count);
        for (Block block : blocks) {
            append(builder, block);
        }
        return builder.build();
    }
}
