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
     * Takes in a row group or stripe by what the file's footer says of it, without values. A summary is made of values or
     * of statistics, never of both.
     *
     * @param columns what is said of each column
     * @return whether this suffices for the summary; if not, this summarizer is not used any more
     */
    default boolean addStatistics(List<FooterStatistics> columns) {
        return false;
    }

    /** Appends exactly one value to each builder, in the order of {@link IndexType#fields}; all NULL means "no summary". */
    void finish(List<BlockBuilder> fields);

    /** Bytes that it would take of what the indexes of a range {@linkplain SharedBytes share}; who wants the least is finished first. */
    default long sharedBytes() {
        return 0;
    }

    /** Heap bytes held, roughly. */
    long retainedBytes();
}
