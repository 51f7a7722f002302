// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.trino.spi.ErrorCodeSupplier;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.SourcePage;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Returns all rows of another page source whose rows a limit relies on. If the source ends before the promised rows
 * were returned, it fails: the object was replaced, and rows that were pruned because of the promise may be missing. A
 * consumer that has enough rows before the end is not affected.
 */
public final class PromisedPageSource extends ForwardingPageSource {
    private final int columns;
    private final String path;
    private final RowPromise promise;
    private final List<Counter> counters;
    private final BooleanSupplier isUnchanged;
    private final ErrorCodeSupplier ifChanged;
    private boolean checked;

    private static final class Counter {
        private final long promised;
        private final List<ColumnTest> tests;
        private long rows;

        Counter(RowPromise.Count count, List<ColumnHandle> columns) {
            this.promised = count.rows();
            this.tests = ColumnTest.of(count.domain().getDomains().orElseThrow(), columns);
        }

        void add(SourcePage page) {
            if (rows < promised) {
                int[] positions = IntStream.range(0, page.getPositionCount()).toArray();
                rows += ColumnTest.select(tests, page, positions);
            }
        }
    }

    private PromisedPageSource(
            ConnectorPageSource source,
            int columns,
            String path,
            RowPromise promise,
            List<Counter> counters,
            BooleanSupplier isUnchanged,
            ErrorCodeSupplier ifChanged) {
        super(source);
        this.columns = columns;
        this.path = requireNonNull(path, "path is null");
        this.promise = requireNonNull(promise, "promise is null");
        this.counters = ImmutableList.copyOf(counters);
        this.isUnchanged = requireNonNull(isUnchanged, "isUnchanged is null");
        this.ifChanged = requireNonNull(ifChanged, "ifChanged is null");
    }

    /**
     * Opens a page source that checks the promise.
     *
     * @param path path of the object, for the error message
     * @param isUnchanged returns whether the object is the one that was listed; called at most once, after everything
     *     was read
     * @param ifChanged the error code if the object was replaced
     * @param columns the columns to return
     * @param open opens a source of the given columns: those to return, followed by those that only the promise needs
     */
    public static ConnectorPageSource open(
            RowPromise promise,
            String path,
            BooleanSupplier isUnchanged,
            ErrorCodeSupplier ifChanged,
            List<ColumnHandle> columns,
            Function<List<ColumnHandle>, ConnectorPageSource> open) {
        List<ColumnHandle> read = columns;
        for (RowPromise.Count count : promise.counts()) {
            read = ColumnTest.withColumnsOf(count.domain().getDomains().orElseThrow(), read);
        }
        List<ColumnHandle> all = read;
        return new PromisedPageSource(
                open.apply(all),
                columns.size(),
                path,
                promise,
                promise.counts().stream().map(count -> new Counter(count, all)).toList(),
                isUnchanged,
                ifChanged);
    }

    @Override
    public SourcePage getNextSourcePage() {
        SourcePage page = source().getNextSourcePage();
        if (page != null) {
            counters.forEach(counter -> counter.add(page));
        }
        checkAtEnd();
        return page == null || page.getChannelCount() == columns ? page : new FirstColumns(page, columns);
    }

    private void checkAtEnd() {
        if (checked || !source().isFinished()) {
            return;
        }
        checked = true;
        if (counters.stream().anyMatch(counter -> counter.rows < counter.promised)
                || (promise.wholeVersion() && !isUnchanged.getAsBoolean())) {
            throw new TrinoException(
                    ifChanged,
                    "Object changed while the query ran, run it again: %s no longer has the rows that the index counts on for LIMIT"
                            .formatted(path));
        }
    }

    @Override
    public boolean isFinished() {
        checkAtEnd();
        return super.isFinished();
    }
}
