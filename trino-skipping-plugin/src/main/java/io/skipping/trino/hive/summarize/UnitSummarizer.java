// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.builder.summary.FooterSummarizer;
import io.skipping.builder.summary.RangeSummarizer;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.hive.HiveFormat;
import io.skipping.trino.hive.SkippingSplit;
import io.skipping.trino.hive.path.ColumnPaths;
import io.skipping.trino.hive.read.RangeReader;
import io.skipping.trino.hive.summarize.ColumnarFooter.RowGroup;
import io.skipping.trino.hive.summarize.SummarizeSplit.Unit;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.DynamicFilter;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the ranges of an object through Hive's own readers and summarises them. */
final class UnitSummarizer {
    private final HivePageSourceProvider hive;
    private final RangeReader rangeReader;
    private final ColumnarFooters columnarFooters;
    private final IndexTypes indexTypes;
    private final ConnectorSession session;
    private final SummarizeHandle handle;
    private final SummaryColumns columns;

    /** The summaries of one range, as {@link io.skipping.index.store.SegmentSink#add} wants them. */
    record RangeSummary(ByteRange range, long rowCount, List<List<Block>> summaries) {}

    UnitSummarizer(
            HivePageSourceProvider hive,
            RangeReader rangeReader,
            ColumnarFooters columnarFooters,
            IndexTypes indexTypes,
            ColumnPaths paths,
            ConnectorSession session,
            SummarizeHandle handle,
            List<IndexDefinition> definitions) {
        this.hive = requireNonNull(hive, "hive is null");
        this.rangeReader = requireNonNull(rangeReader, "rangeReader is null");
        this.columnarFooters = requireNonNull(columnarFooters, "columnarFooters is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.session = requireNonNull(session, "session is null");
        this.handle = requireNonNull(handle, "handle is null");
        this.columns = SummaryColumns.of(definitions, paths, HiveTables.dataColumns(handle.table()));
    }

    /** The summaries of all ranges of the unit, in order. */
    List<RangeSummary> summarize(Unit unit) throws IOException {
        SkippingSplit split = unit.split();
        ByteRange whole = new ByteRange(split.getStart(), split.getLength());
        ImmutableList.Builder<RangeSummary> result = ImmutableList.builder();
        if (HiveFormat.of(split.getSchema()) == HiveFormat.COLUMNAR) {
            return summarizeColumnar(split);
        }
        List<ColumnHandle> handles = ImmutableList.copyOf(columns.handles());
        if (!RangeReader.canRead(split, handles) || unit.ranges().size() == 1 && !isSplittable(split)) {
            return result.add(summarize(whole, columns, hivePages(split, whole, columns)))
                    .build();
        }
        RangeReader.OpenRange object =
                rangeReader.openForParts(session, split, SummarizeSplitSource.UNIT_BYTES + (1 << 20));
        for (ByteRange range : unit.ranges()) {
            result.add(summarize(
                    range,
                    columns,
                    object.read(
                            HivePages.NO_TRANSACTION,
                            session,
                            SkippingSplit.piece(split, range),
                            handle.table(),
                            handles,
                            DynamicFilter.EMPTY)));
        }
        return result.build();
    }

    private List<RangeSummary> summarizeColumnar(SkippingSplit split) throws IOException {
        ColumnarFooter footer = columnarFooters.read(session, split, columns.handles());
        ImmutableList.Builder<RangeSummary> builder = ImmutableList.builder();
        for (ByteRange range : footer.ranges(handle.rangeSizes().largest())) {
            builder.add(summarizeColumnar(split, range, footer.groupsIn(range)));
        }
        List<RangeSummary> result = builder.build();
        if (result.stream().mapToLong(RangeSummary::rowCount).sum() == footer.rowCount()) {
            return result;
        }
        // Some writers note offsets at which the reader does not find the row group: such an object is not for cutting,
        // and
        // what the reader makes of it is not what its footer says.
        return ImmutableList.of(summarize(footer.whole(), columns, hivePages(split, footer.whole(), columns)));
    }

    private RangeSummary summarizeColumnar(SkippingSplit split, ByteRange range, List<RowGroup> groups)
            throws IOException {
        Map<IndexDefinition, List<Block>> summaries = new HashMap<>(FooterSummarizer.summarize(
                columns.definitions(),
                indexTypes::get,
                groups.stream().map(RowGroup::statistics).collect(toImmutableList()),
                range.length()));
        long rowCount = groups.stream().mapToLong(RowGroup::rowCount).sum();
        SummaryColumns rest = columns.without(summaries.keySet());
        if (!rest.definitions().isEmpty()) {
            RangeSummary read = summarize(range, rest, hivePages(split, range, rest));
            rowCount = read.rowCount();
            for (int i = 0; i < rest.definitions().size(); i++) {
                summaries.put(rest.definitions().get(i), read.summaries().get(i));
            }
        }
        return new RangeSummary(
                range,
                rowCount,
                columns.definitions().stream().map(summaries::get).collect(toImmutableList()));
    }

    private static boolean isSplittable(SkippingSplit split) {
        return HiveFormat.of(split.getSchema()).isSplittable(split);
    }

    private ConnectorPageSource hivePages(SkippingSplit split, ByteRange range, SummaryColumns wanted) {
        return HivePages.open(hive, session, handle.table(), split, range, wanted.handles());
    }

    private RangeSummary summarize(ByteRange range, SummaryColumns wanted, ConnectorPageSource pages)
            throws IOException {
        RangeSummarizer summarizer =
                new RangeSummarizer(wanted.definitions(), indexTypes::get, wanted.indexed(), range.length());
        PathValues values = new PathValues(wanted);
        HivePages.read(pages, page -> {
            summarizer.add(page.getPositionCount(), values.next(page));
            return true;
        });
        return new RangeSummary(range, summarizer.rowCount(), summarizer.finish());
    }
}
