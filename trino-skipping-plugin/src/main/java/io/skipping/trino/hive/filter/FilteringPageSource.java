// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.filter;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.metrics.Metrics;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The rows of a page source that satisfy a filter. */
public final class FilteringPageSource implements ConnectorPageSource {
    private final ConnectorPageSource source;
    private final int columns;
    private final List<Test> tests;
    private long rowsRead;

    private record Test(int channel, ColumnFilter filter) {}

    private FilteringPageSource(ConnectorPageSource source, int columns, List<Test> tests) {
        this.source = requireNonNull(source, "source is null");
        this.columns = columns;
        this.tests = ImmutableList.copyOf(tests);
    }

    /**
     * @param filter not none
     * @param columns those wanted
     * @param open reads these columns: the wanted ones, and behind them those that the filter is about and nobody wants
     */
    public static ConnectorPageSource open(
            TupleDomain<HiveColumnHandle> filter,
            List<ColumnHandle> columns,
            Function<List<ColumnHandle>, ConnectorPageSource> open) {
        Map<HiveColumnHandle, Domain> domains = filter.getDomains().orElseThrow();
        List<ColumnHandle> read = ImmutableList.<ColumnHandle>builder()
                .addAll(columns)
                .addAll(domains.keySet().stream()
                        .filter(column -> !columns.contains(column))
                        .iterator())
                .build();
        ImmutableList.Builder<Test> tests = ImmutableList.builder();
        domains.forEach((column, domain) -> tests.add(new Test(read.indexOf(column), new ColumnFilter(domain))));
        return new FilteringPageSource(open.apply(read), columns.size(), tests.build());
    }

    @Override
    public SourcePage getNextSourcePage() {
        SourcePage page = source.getNextSourcePage();
        if (page == null) {
            return null;
        }
        int rows = page.getPositionCount();
        rowsRead += rows;
        int[] positions = IntStream.range(0, rows).toArray();
        int kept = rows;
        for (Test test : tests) {
            // columns of rows that are out already are not decoded, where the format allows it
            kept = test.filter().select(page.getBlock(test.channel()), positions, kept);
            if (kept == 0) {
                return null;
            }
        }
        if (kept < rows) {
            page.selectPositions(positions, 0, kept);
        }
        return page.getChannelCount() == columns ? page : new FirstColumns(page, columns);
    }

    @Override
    public OptionalLong getCompletedPositions() {
        OptionalLong ofSource = source.getCompletedPositions();
        return ofSource.isPresent() ? ofSource : OptionalLong.of(rowsRead);
    }

    @Override
    public long getCompletedBytes() {
        return source.getCompletedBytes();
    }

    @Override
    public long getReadTimeNanos() {
        return source.getReadTimeNanos();
    }

    @Override
    public boolean isFinished() {
        return source.isFinished();
    }

    @Override
    public long getMemoryUsage() {
        return source.getMemoryUsage();
    }

    @Override
    public CompletableFuture<?> isBlocked() {
        return source.isBlocked();
    }

    @Override
    public Metrics getMetrics() {
        return source.getMetrics();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
