// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.estimate;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.index.snapshot.IndexSnapshot;
import io.trino.spi.statistics.ColumnStatistics;
import java.util.List;

/**
 * Estimates statistics from all live objects.
 *
 * @param objects the objects that the index knows in their current version
 */
public record WholeTable(IndexSnapshot index, double rowCount, List<KnownObject> objects) implements TableEstimate {
    public WholeTable {
        requireNonNull(index, "index is null");
        objects = ImmutableList.copyOf(objects);
    }

    @Override
    public ColumnStatistics column(IndexedColumn column) {
        ColumnEstimate estimate = new ColumnEstimate(column.type());
        for (KnownObject object : objects) {
            estimate.add(object.rowCounts(), index.bounds(object.object(), column));
            estimate.addValues(object.rowCounts(), () -> index.values(object.object(), column));
        }
        return estimate.statistics(true);
    }
}
