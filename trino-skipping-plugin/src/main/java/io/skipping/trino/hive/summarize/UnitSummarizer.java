// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.log.Logger;
import io.skipping.builder.summary.FooterSummarizer;
import io.skipping.builder.summary.RangeSummarizer;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.hive.HiveFormat;
import io.skipping.trino.hive.SkippingSplit;
import io.skipping.trino.hive.path.ColumnPaths;
import io.skipping.trino.hive.read.RangeReader;
import io.skipping.trino.hive.read.gzip.GzipFormatException;
import io.skipping.trino.hive.read.gzip.MemberRanges;
import io.skipping.trino.hive.read.gzip.MemberRanges.MemberRange;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the ranges of an object through Hive's own readers and summarises them. */
final class UnitSummarizer {
    private static final Logger log = Logger.get(UnitSummarizer.class);

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
        if (HiveFormat.of(split.getSchema()) == HiveFormat.COLUMNAR) {
            return summarizeColumnar(split, unit.rangeBytes());
        }
        return switch (HiveFormat.cutting(split)) {
            case NOWHERE -> summarizeWhole(split);
            case ANYWHERE ->
                summarize(
                        rangeReader.openForParts(session, split, SummarizeSplitSource.UNIT_BYTES),
                        split,
                        unit.ranges());
            case AT_MEMBERS -> summarizeMembers(split, unit.rangeBytes());
        };
    }

    private List<RangeSummary> summarizeWhole(SkippingSplit split) throws IOException {
        return summarizeWhole(split, new ByteRange(split.getStart(), split.getLength()));
    }

    private List<RangeSummary> summarizeWhole(SkippingSplit split, ByteRange whole) throws IOException {
        return ImmutableList.of(summarize(whole, columns, hivePages(split, whole, columns)));
    }

    /** Each byte is fetched once, but for those of the last, incomplete range of a window. */
    private List<RangeSummary> summarizeMembers(SkippingSplit split, long textBytes) throws IOException {
        long size = split.getLength();
        List<RangeSummary> result = new ArrayList<>();
        for (long start = 0; start < size; start = result.getLast().range().end()) {
            ByteRange window = new ByteRange(start, Math.min(MemberRanges.WINDOW, size - start));
            SkippingSplit part = SkippingSplit.piece(split, window);
            RangeReader.OpenRange members = rangeReader.openForParts(session, part, MemberRanges.WINDOW);
            List<MemberRange> ranges;
            try {
                ranges = members.memberRanges(textBytes);
            } catch (GzipFormatException e) {
                log.debug(e, "%s is not cut", split.getPath());
                return summarizeWhole(split);
            }
            for (MemberRange each : ranges) {
                ByteRange range = each.range();
                // as many bytes as a range of uncompressed text would have there
                long weight = Math.max(range.length(), each.textBytes() / SummarizeSplitSource.TEXT_COMPRESSION);
                result.add(summarize(range, weight, columns, pages(members, split, range)));
            }
        }
        return result.isEmpty() ? summarizeWhole(split) : result;
    }

    private List<RangeSummary> summarize(RangeReader.OpenRange object, SkippingSplit split, List<ByteRange> ranges)
            throws IOException {
        ImmutableList.Builder<RangeSummary> result = ImmutableList.builder();
        for (ByteRange range : ranges) {
            result.add(summarize(range, columns, pages(object, split, range)));
        }
        return result.build();
    }

    private ConnectorPageSource pages(RangeReader.OpenRange object, SkippingSplit split, ByteRange range) {
        List<ColumnHandle> handles = ImmutableList.copyOf(columns.handles());
        return object.read(
                HivePages.NO_TRANSACTION,
                session,
                SkippingSplit.piece(split, range),
                handle.table(),
                handles,
                DynamicFilter.EMPTY);
    }

    private List<RangeSummary> summarizeColumnar(SkippingSplit split, long rangeBytes) throws IOException {
        ColumnarFooter footer = columnarFooters.read(session, split, columns.handles());
        ImmutableList.Builder<RangeSummary> builder = ImmutableList.builder();
        for (ByteRange range : footer.ranges(rangeBytes)) {
            builder.add(summarizeColumnar(split, range, footer.groupsIn(range)));
        }
        List<RangeSummary> result = builder.build();
        if (result.stream().mapToLong(RangeSummary::rowCount).sum() == footer.rowCount()) {
            return result;
        }
        // Some writers note offsets at which the reader does not find the row group: such an object is not for cutting,
        // and what the reader makes of it is not what its footer says.
        return summarizeWhole(split, footer.whole());
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

    private ConnectorPageSource hivePages(SkippingSplit split, ByteRange range, SummaryColumns wanted) {
        return HivePages.open(hive, session, handle.table(), split, range, wanted.handles());
    }

    private RangeSummary summarize(ByteRange range, SummaryColumns wanted, ConnectorPageSource pages)
            throws IOException {
        return summarize(range, range.length(), wanted, pages);
    }

    /** @param weight bytes, some part of which the summaries may take */
    private RangeSummary summarize(ByteRange range, long weight, SummaryColumns wanted, ConnectorPageSource pages)
            throws IOException {
        RangeSummarizer summarizer =
                new RangeSummarizer(wanted.definitions(), indexTypes::get, wanted.indexed(), weight);
        PathValues values = new PathValues(wanted);
        HivePages.read(pages, page -> {
            summarizer.add(page.getPositionCount(), values.next(page));
            return true;
        });
        return new RangeSummary(range, summarizer.rowCount(), summarizer.finish());
    }
}
