// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.value.ValueVector;
import java.util.List;

/** Summarises the values of one range; made by {@link IndexType#summarizer}. Not thread-safe. */
public interface Summarizer {
    /**
     * Takes in more rows.
     *
     * @param columns one vector for each column of the index, of equal row counts; they are filled anew after this returns
     */
    void add(List<ValueVector> columns);

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

    /** Appends exactly one value to each field; all NULL means "no summary". */
    void finish(SummaryWriter to);

    /** Bytes that it would take of what the indexes of a range {@linkplain SharedBytes share}; who wants the least is finished first. */
    default long sharedBytes() {
        return 0;
    }

    /** Heap bytes held, roughly. */
    long retainedBytes();
}
