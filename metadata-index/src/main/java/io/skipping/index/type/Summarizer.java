// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import java.util.List;

/** Summarises the values of one range; made by {@link IndexType#summarizer}. Not thread-safe. */
public interface Summarizer {
    /**
     * Takes in more rows.
     *
     * @param columns one block per column, of equal position counts; may be dictionary or run-length encoded
     */
    void add(List<Block> columns);

    /**
     * Takes in a range about which statistics were found elsewhere (in a file's footer), without values.
     *
     * @return whether these statistics suffice for this summary
     */
    default boolean addStatistics(FooterStatistics statistics) {
        return false;
    }

    /** Appends exactly one value to each builder, in the order of {@link IndexType#fields}; all NULL means "no summary". */
    void finish(List<BlockBuilder> fields);

    /** Heap bytes held, roughly. */
    long retainedBytes();
}
