// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import io.skipping.trino.core.filter.ScanFilter;
import io.skipping.trino.core.path.ColumnHandles;
import io.trino.spi.statistics.Estimate;
import io.trino.spi.statistics.TableStatistics;
import java.util.function.Predicate;

/**
 * Estimates the rows of scans that have taken over a filter. The engine estimates the effect of its own filters, but does
 * not know about the scan's.
 */
public final class FilteredRows {
    private FilteredRows() {}

    /**
     * Returns whether a user may be told how many rows satisfy a filter, which reveals something about their values.
     *
     * @param visible accepts the names of the columns that the user may see
     */
    public static boolean mayBeTold(ScanFilter filter, ColumnHandles columns, Predicate<String> visible) {
        return filter.domain().getDomains().orElseThrow().keySet().stream()
                .allMatch(column -> visible.test(columns.name(column)));
    }

    /** Returns statistics with another number of rows. */
    public static TableStatistics withRowCount(TableStatistics statistics, double rowCount) {
        TableStatistics.Builder changed = TableStatistics.builder().setRowCount(Estimate.of(rowCount));
        statistics.getColumnStatistics().forEach(changed::setColumnStatistics);
        return changed.build();
    }
}
