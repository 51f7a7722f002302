// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.trino.core.answer.AnswerSplit;
import io.skipping.trino.core.path.ColumnHandles;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.FixedPageSource;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Opens what scans return in place of the rows that a connector reads. Thread-safe. */
public final class ScanPages {
    /** that of the last split: the next one is most often of the same scan */
    private volatile Optional<FilteredColumns> last = Optional.empty();

    /** Returns the single row of a scan that the index answers. */
    public static ConnectorPageSource answer(AnswerSplit split, List<ColumnHandle> columns, ColumnHandles handles) {
        return new FixedPageSource(
                ImmutableList.of(split.page(columns.stream().map(handles::name).collect(toImmutableList()))));
    }

    /**
     * Returns the rows that satisfy the filter that the scan has taken over.
     *
     * @param filter {@code all} if it has taken over none
     * @param selects whether the opened source selects rows of its pages itself
     * @param open opens a source of the given columns: those to return, followed by those that only the filter needs
     */
    public ConnectorPageSource filtered(
            TupleDomain<? extends ColumnHandle> filter,
            List<ColumnHandle> columns,
            boolean selects,
            Function<List<ColumnHandle>, ConnectorPageSource> open) {
        if (filter.isAll()) {
            return open.apply(columns);
        }
        return FilteringPageSource.open(filteredColumns(filter, columns), selects, open);
    }

    private FilteredColumns filteredColumns(TupleDomain<? extends ColumnHandle> filter, List<ColumnHandle> columns) {
        return last.filter(known -> known.isOf(filter, columns)).orElseGet(() -> {
            FilteredColumns made = FilteredColumns.of(filter, columns);
            last = Optional.of(made);
            return made;
        });
    }
}
