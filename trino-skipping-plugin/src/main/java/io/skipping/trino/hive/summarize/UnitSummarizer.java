// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.skipping.builder.summary.RangeSummarizer;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.hive.HiveColumns;
import io.skipping.trino.hive.HiveFormat;
import io.skipping.trino.hive.SkippingSplit;
import io.skipping.trino.hive.read.RangeReader;
import io.skipping.trino.hive.summarize.SummarizeSplit.Unit;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.HiveTransactionHandle;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.SourcePage;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Reads the ranges of an object through Hive's own readers and summarises them. */
final class UnitSummarizer {
    private static final HiveTransactionHandle NO_TRANSACTION = new HiveTransactionHandle(true);

    private final HivePageSourceProvider hive;
    private final RangeReader rangeReader;
    private final ColumnarRanges columnarRanges;
    private final IndexTypes indexTypes;
    private final ConnectorSession session;
    private final SummarizeHandle handle;
    private final List<IndexDefinition> definitions;
    private final List<ColumnHandle> columns;
    private final List<IndexedColumn> indexedColumns;

    /** The summaries of one range, as {@link io.skipping.index.store.SegmentSink#add} wants them. */
    record RangeSummary(ByteRange range, long rowCount, List<List<Block>> summaries) {}

    UnitSummarizer(
            HivePageSourceProvider hive,
            RangeReader rangeReader,
            ColumnarRanges columnarRanges,
            IndexTypes indexTypes,
            ConnectorSession session,
            SummarizeHandle handle,
            List<IndexDefinition> definitions) {
        this.hive = requireNonNull(hive, "hive is null");
        this.rangeReader = requireNonNull(rangeReader, "rangeReader is null");
        this.columnarRanges = requireNonNull(columnarRanges, "columnarRanges is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.session = requireNonNull(session, "session is null");
        this.handle = requireNonNull(handle, "handle is null");
        this.definitions = ImmutableList.copyOf(definitions);
        Set<IndexedColumn> wanted = definitions.stream()
                .flatMap(definition -> definition.columns().stream())
                .collect(ImmutableSet.toImmutableSet());
        List<HiveColumnHandle> read = HiveTables.dataColumns(handle.table()).stream()
                .filter(column -> wanted.contains(HiveColumns.indexed(column)))
                .collect(toImmutableList());
        this.columns = ImmutableList.copyOf(read);
        this.indexedColumns = read.stream().map(HiveColumns::indexed).collect(toImmutableList());
    }

    LiveObject object(Unit unit) {
        return new LiveObject(
                new ObjectVersion(
                        unit.split().getPath(),
                        unit.split().getEstimatedFileSize(),
                        unit.split().getFileModifiedTime()),
                unit.profile());
    }

    /** The summaries of all ranges of the unit, in order. */
    List<RangeSummary> summarize(Unit unit) throws IOException {
        SkippingSplit split = unit.split();
        ByteRange whole = new ByteRange(split.getStart(), split.getLength());
        ImmutableList.Builder<RangeSummary> result = ImmutableList.builder();
        if (HiveFormat.of(split.getSchema()) == HiveFormat.COLUMNAR) {
            return summarizeColumnar(split, whole);
        }
        if (!RangeReader.canRead(split, columns) || unit.ranges().size() == 1 && !isSplittable(split)) {
            return result.add(summarize(whole, hivePages(split, whole))).build();
        }
        RangeReader.OpenRange object =
                rangeReader.openForParts(session, split, SummarizeSplitSource.UNIT_BYTES + (1 << 20));
        for (ByteRange range : unit.ranges()) {
            result.add(summarize(
                    range,
                    object.read(
                            NO_TRANSACTION,
                            session,
                            SkippingSplit.piece(split, range),
                            table(),
                            columns,
                            DynamicFilter.EMPTY)));
        }
        return result.build();
    }

    private List<RangeSummary> summarizeColumnar(SkippingSplit split, ByteRange whole) throws IOException {
        ColumnarRanges.Layout layout = columnarRanges.of(session, split, handle.rangeBytes());
        ImmutableList.Builder<RangeSummary> builder = ImmutableList.builder();
        for (ByteRange range : layout.ranges()) {
            builder.add(summarize(range, hivePages(split, range)));
        }
        List<RangeSummary> result = builder.build();
        if (result.stream().mapToLong(RangeSummary::rowCount).sum() == layout.rowCount()) {
            return result;
        }
        // Some writers note offsets at which the reader does not find the row group: such an object is not for cutting.
        return ImmutableList.of(summarize(whole, hivePages(split, whole)));
    }

    private static boolean isSplittable(SkippingSplit split) {
        return HiveFormat.of(split.getSchema()).isSplittable(split);
    }

    private ConnectorPageSource hivePages(SkippingSplit split, ByteRange range) {
        return hive.createPageSource(
                NO_TRANSACTION, session, SkippingSplit.piece(split, range), table(), columns, DynamicFilter.EMPTY);
    }

    private HiveTableHandle table() {
        return handle.table();
    }

    private RangeSummary summarize(ByteRange range, ConnectorPageSource pages) throws IOException {
        RangeSummarizer summarizer = new RangeSummarizer(definitions, indexTypes::get, indexedColumns, range.length());
        try (pages) {
            while (!pages.isFinished()) {
                SourcePage page = pages.getNextSourcePage();
                if (page != null) {
                    summarizer.add(page.getPage());
                }
            }
        }
        return new RangeSummary(range, summarizer.rowCount(), summarizer.finish());
    }
}
