// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Map;

/**
 * Holds what a scan does with the rows of each of its splits.
 *
 * @param filter the filter that it has taken over
 * @param columns the columns to return
 * @param read these, followed by those that only the filter needs
 * @param tests tests of the columns that are read
 */
record FilteredColumns(
        TupleDomain<? extends ColumnHandle> filter,
        List<ColumnHandle> columns,
        List<ColumnHandle> read,
        List<ColumnTest> tests) {
    /**
     * Derives what the columns of a scan need.
     *
     * @param filter must not be {@link TupleDomain#none}
     */
    static FilteredColumns of(TupleDomain<? extends ColumnHandle> filter, List<ColumnHandle> columns) {
        Map<? extends ColumnHandle, Domain> domains = filter.getDomains().orElseThrow();
        List<ColumnHandle> read = ColumnTest.withColumnsOf(domains, columns);
        return new FilteredColumns(filter, columns, read, ColumnTest.of(domains, read));
    }

    /** Returns whether this is made of the same objects. Comparing their content would take longer than making it again. */
    boolean isOf(TupleDomain<? extends ColumnHandle> filter, List<ColumnHandle> columns) {
        return this.filter == filter && this.columns == columns;
    }
}
