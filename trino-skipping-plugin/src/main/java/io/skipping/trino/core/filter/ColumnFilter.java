// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import com.google.common.primitives.Booleans;
import io.trino.spi.block.Block;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.block.ValueBlock;
import io.trino.spi.predicate.Domain;

/** Selects the rows whose value of one column is in a domain. Thread-safe. */
final class ColumnFilter {
    private final boolean nullPasses;
    private final ValueFilter values;

    ColumnFilter(Domain domain) {
        this.nullPasses = domain.isNullAllowed();
        this.values = ValueFilter.of(domain);
    }

    /**
     * Tests the first {@code count} positions of the array and moves those that pass to its beginning, in their order.
     *
     * @return the number of positions that pass
     */
    int select(Block block, int[] positions, int count) {
        return switch (block) {
            case RunLengthEncodedBlock repeated -> passes(repeated.getValue(), 0) ? count : 0;
            case DictionaryBlock coded
            when coded.getDictionary().getPositionCount() <= count ->
                select(coded, passing(coded.getDictionary()), positions, count);
            case DictionaryBlock coded -> selectOneByOne(coded, positions, count);
            case ValueBlock plain -> select(plain, positions, count);
        };
    }

    private int select(ValueBlock block, int[] positions, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (passes(block, positions[i])) {
                positions[kept++] = positions[i];
            }
        }
        return kept;
    }

    private int selectOneByOne(DictionaryBlock block, int[] positions, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (passes(block.getDictionary(), block.getId(positions[i]))) {
                positions[kept++] = positions[i];
            }
        }
        return kept;
    }

    private static int select(DictionaryBlock block, boolean[] passing, int[] positions, int count) {
        // where rows with equal values stand together, all values of a page often pass
        if (Booleans.countTrue(passing) == passing.length) {
            return count;
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (passing[block.getId(positions[i])]) {
                positions[kept++] = positions[i];
            }
        }
        return kept;
    }

    private boolean[] passing(ValueBlock dictionary) {
        boolean[] passing = new boolean[dictionary.getPositionCount()];
        for (int i = 0; i < passing.length; i++) {
            passing[i] = passes(dictionary, i);
        }
        return passing;
    }

    private boolean passes(ValueBlock block, int position) {
        return block.isNull(position) ? nullPasses : values.passes(block, position);
    }
}
