// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import com.google.common.collect.ImmutableList;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.SourcePage;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Returns the rows of another page source that satisfy a filter. */
final class FilteringPageSource extends ForwardingPageSource {
    private final int columns;
    private final boolean selects;
    private final List<ColumnTest> tests;
    private long rowsRead;

    private FilteringPageSource(ConnectorPageSource source, int columns, boolean selects, List<ColumnTest> tests) {
        super(source);
        this.columns = columns;
        this.selects = selects;
        this.tests = ImmutableList.copyOf(tests);
    }

    /**
     * Opens a filtered page source.
     *
     * @param filtered the columns to return, and the filter
     * @param selects whether the opened source selects rows of its pages itself. In Trino 476, a page of Parquet, ORC or RCFile
     *     whose rows are selected twice gives other rows of the columns that were loaded in between
     * @param open opens a source of the given columns: those to return, followed by those that only the filter needs
     */
    static ConnectorPageSource open(
            FilteredColumns filtered, boolean selects, Function<List<ColumnHandle>, ConnectorPageSource> open) {
        return new FilteringPageSource(
                open.apply(filtered.read()), filtered.columns().size(), selects, filtered.tests());
    }

    @Override
    public SourcePage getNextSourcePage() {
        SourcePage page = source().getNextSourcePage();
        if (page == null) {
            return null;
        }
        int rows = page.getPositionCount();
        rowsRead += rows;
        int[] positions = IntStream.range(0, rows).toArray();
        int kept = ColumnTest.select(tests, page, positions);
        if (kept == 0) {
            return null;
        }
        if (kept < rows) {
            if (selects) {
                // all columns are loaded, after the first selection, once it is known that a row is kept
                page = SourcePage.create(page.getPage());
            }
            page.selectPositions(positions, 0, kept);
        }
        return page.getChannelCount() == columns ? page : new FirstColumns(page, columns);
    }

    @Override
    public OptionalLong getCompletedPositions() {
        OptionalLong ofSource = super.getCompletedPositions();
        return ofSource.isPresent() ? ofSource : OptionalLong.of(rowsRead);
    }
}
