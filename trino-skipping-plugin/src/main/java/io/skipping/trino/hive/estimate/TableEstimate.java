// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.estimate;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.index.snapshot.IndexSnapshot;
import io.trino.spi.statistics.ColumnStatistics;
import java.util.List;

/**
 * What is known of a table, or of some of its partitions.
 *
 * @param rowCount of all objects, indexed or not
 * @param objects that the index knows in this version; all of them, or some
 * @param complete whether these are all that the index knows
 */
record TableEstimate(IndexSnapshot index, double rowCount, List<KnownObject> objects, boolean complete) {
    TableEstimate {
        requireNonNull(index, "index is null");
        objects = ImmutableList.copyOf(objects);
    }

    ColumnStatistics column(IndexedColumn column) {
        ColumnEstimate estimate = new ColumnEstimate(column.type());
        for (KnownObject object : objects) {
            estimate.add(object.rowCounts(), index.bounds(object.object(), column));
            if (complete) {
                // of some objects there is no telling how many values the others have
                estimate.addValues(object.rowCounts(), () -> index.values(object.object(), column));
            }
        }
        return estimate.statistics(complete);
    }
}
