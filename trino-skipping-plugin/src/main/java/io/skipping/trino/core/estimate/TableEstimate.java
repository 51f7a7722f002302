// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.estimate;

import io.skipping.index.IndexedColumn;
import io.trino.spi.statistics.ColumnStatistics;

/** Estimates the size and the columns of a table or of some of its partitions. */
public interface TableEstimate {
    /** Returns the number of rows of all objects, indexed or not. */
    double rowCount();

    ColumnStatistics column(IndexedColumn column);
}
