// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.block.Block;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.block.ValueBlock;
import java.util.Arrays;

/**
 * The values of a block, mostly for those who do not care how often each occurs: the positions, in a block that is neither
 * dictionary nor run-length encoded, of every non-NULL value. Reused from block to block, to spare allocations.
 */
final class BlockValues {
    private ValueBlock values;
    private int[] positions = new int[0];
    /** entries at the front of the positions that are each its own index */
    private int inOrder;

    private boolean[] used = new boolean[0];
    private int count;
    private int nulls;

    void read(Block block) {
        nulls = 0;
        count = 0;
        values = block.getUnderlyingValueBlock();
        switch (block) {
            case RunLengthEncodedBlock runLength -> readRunLength(runLength);
            case DictionaryBlock dictionary
            when dictionary.getDictionary().getPositionCount() <= dictionary.getPositionCount() -> readUsed(dictionary);
            default -> readAll(block);
        }
    }

    /** The same for those who do care: with a position for each row that is not NULL. */
    void readRows(Block block) {
        nulls = 0;
        count = 0;
        values = block.getUnderlyingValueBlock();
        readAll(block);
    }

    /** The block that {@link #positions} are positions of. */
    ValueBlock values() {
        return values;
    }

    /** The first {@link #count} entries are positions of non-NULL values. */
    int[] positions() {
        return positions;
    }

    int count() {
        return count;
    }

    /** NULLs in the block, each counted. */
    int nulls() {
        return nulls;
    }

    long retainedBytes() {
        return 4L * positions.length + used.length;
    }

    private void readRunLength(RunLengthEncodedBlock block) {
        if (block.getPositionCount() == 0) {
            return;
        }
        if (block.isNull(0)) {
            nulls = block.getPositionCount();
            return;
        }
        ensureCapacity(1);
        inOrder = 0;
        positions[count++] = 0;
    }

    private void readUsed(DictionaryBlock block) {
        int entries = values.getPositionCount();
        if (used.length < entries) {
            used = new boolean[entries];
        } else {
            Arrays.fill(used, 0, entries, false);
        }
        int size = block.getPositionCount();
        for (int i = 0; i < size; i++) {
            used[block.getId(i)] = true;
        }
        ensureCapacity(entries);
        inOrder = 0;
        boolean someNull = false;
        for (int entry = 0; entry < entries; entry++) {
            if (used[entry]) {
                if (values.isNull(entry)) {
                    someNull = true;
                } else {
                    positions[count++] = entry;
                }
            }
        }
        if (someNull) {
            for (int i = 0; i < size; i++) {
                if (values.isNull(block.getId(i))) {
                    nulls++;
                }
            }
        }
    }

    private void readAll(Block block) {
        int size = block.getPositionCount();
        ensureCapacity(size);
        boolean mayHaveNull = block.mayHaveNull();
        if (!mayHaveNull && block instanceof ValueBlock) {
            for (; inOrder < size; inOrder++) {
                positions[inOrder] = inOrder;
            }
            count = size;
            return;
        }
        inOrder = 0;
        for (int i = 0; i < size; i++) {
            if (mayHaveNull && block.isNull(i)) {
                nulls++;
            } else {
                positions[count++] = block.getUnderlyingValuePosition(i);
            }
        }
    }

    private void ensureCapacity(int capacity) {
        if (positions.length < capacity) {
            positions = new int[capacity];
            inOrder = 0;
        }
    }
}
