// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.value.ValueVector;
import java.util.List;

/** Summarises the values of one range. {@link IndexType#summarizer} creates it. Not thread-safe. */
public interface Summarizer {
    /**
     * Adds rows.
     *
     * @param columns one vector for each column of the index, with equal row counts; the caller refills them afterwards
     */
    void add(List<ValueVector> columns);

    /**
     * Adds a row group or stripe by its statistics in the file's footer, without values. A summary is made from values
     * or from statistics, never from both.
     *
     * @param columns statistics of each column
     * @return whether the statistics suffice for the summary; if not, this summariser must not be used any more
     */
    default boolean addStatistics(List<FooterStatistics> columns) {
        return false;
    }

    /** Appends exactly one value to each field. If all are NULL, the range has no summary. */
    void finish(SummaryWriter to);

    /**
     * Returns the bytes that the summary wants of the {@linkplain SharedBytes shared} budget. The summariser that wants
     * the least is finished first.
     */
    default long sharedBytes() {
        return 0;
    }

    /** Returns the approximate heap size in bytes. */
    long retainedBytes();
}
