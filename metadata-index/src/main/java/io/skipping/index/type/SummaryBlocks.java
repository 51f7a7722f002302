// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import com.google.common.collect.ImmutableList;
import io.trino.spi.block.Block;
import java.util.List;

/**
 * The kept summaries of many ranges.
 *
 * @param size number of ranges
 * @param rowCounts rows of each range
 * @param fields one block of {@code size} positions for each of {@link IndexType#fields}
 */
public record SummaryBlocks(int size, long[] rowCounts, List<Block> fields) {
    public SummaryBlocks {
        fields = ImmutableList.copyOf(fields);
    }
}
