// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Maps;
import io.airlift.log.Logger;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.Profile;
import io.skipping.index.build.RangePlanner;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.read.gzip.GzipFormatException;
import io.skipping.trino.core.read.gzip.MemberRanges;
import io.skipping.trino.core.read.gzip.MemberRanges.MemberRange;
import io.skipping.trino.core.read.text.TextEnds;
import io.skipping.trino.core.summarize.RangeSummaries;
import io.skipping.trino.core.summarize.RangeSummaries.RangeSummary;
import io.skipping.trino.core.summarize.SummarizeBatches;
import io.skipping.trino.core.summarize.SummaryColumns;
import io.skipping.trino.core.summarize.UnitSource;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.format.ReaderProfile;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.skipping.trino.hive.read.HiveReads;
import io.skipping.trino.hive.read.ListedObjects;
import io.skipping.trino.hive.read.RangeReader;
import io.skipping.trino.hive.summarize.SummarizeSplit.Unit;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Reads the ranges of an object through Hive's own readers and summarises them. */
final class UnitSummarizer implements UnitSource<Unit> {
    private static final Logger log = Logger.get(UnitSummarizer.class);

    private final TrinoFileSystemFactory fileSystems;
    private final HivePageSourceProvider hive;
    private final RangeReader rangeReader;
    private final ColumnarFooters columnarFooters;
    private final ConnectorSession session;
    private final SummarizeHandle handle;
    private final Map<IndexedColumn, HiveColumnHandle> handles;
    private final IndexTypes indexTypes;
    private final SummaryColumns columns;
    /** by the positions of the columns that the reader converts; many objects have none */
    private final Map<Set<Integer>, RangeSummaries> summaries = new HashMap<>();

    UnitSummarizer(
            TrinoFileSystemFactory fileSystems,
            HivePageSourceProvider hive,
            RangeReader rangeReader,
            ColumnarFooters columnarFooters,
            IndexTypes indexTypes,
            ColumnPaths paths,
            ConnectorSession session,
            SummarizeHandle handle,
            List<IndexDefinition> definitions) {
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
        this.hive = requireNonNull(hive, "hive is null");
        this.rangeReader = requireNonNull(rangeReader, "rangeReader is null");
        this.columnarFooters = requireNonNull(columnarFooters, "columnarFooters is null");
        this.session = requireNonNull(session, "session is null");
        this.handle = requireNonNull(handle, "handle is null");
        this.handles = Maps.uniqueIndex(HiveTables.dataColumns(handle.table()), HiveColumns::indexed);
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.columns = SummaryColumns.of(definitions, paths, ImmutableList.copyOf(handles.keySet()));
    }

    /**
     * Returns what summarises an object. The values of columns for which its partition declares another type are left out: once the
     * partition declares the type of the table, they are read differently, and nothing tells that the object has changed.
     */
    private RangeSummaries summaries(SkippingSplit split) {
        return summaries.computeIfAbsent(
                split.getHiveColumnCoercions().keySet(),
                converted -> new RangeSummaries(
                        indexTypes,
                        columns.withoutValuesOf(handles.keySet().stream()
                                .filter(column -> converted.contains(HiveColumns.position(column)))
                                .collect(toImmutableSet()))));
    }

    @Override
    public LiveObject object(Unit unit) {
        return HiveTables.object(unit.split(), unit.tag(), Profile.of(unit.profile()));
    }

    @Override
    public long bytes(Unit unit) {
        return unit.split().getLength();
    }

    @Override
    public boolean isFirst(Unit unit) {
        return unit.split().getStart() == 0;
    }

    @Override
    public List<RangeSummary> summarize(Unit unit) throws IOException {
        return ListedObjects.readAsListed(
                () -> fileSystems.create(session), unit.split(), unit.tag(), () -> summarizeAsIs(unit));
    }

    private List<RangeSummary> summarizeAsIs(Unit unit) throws IOException {
        SkippingSplit split = unit.split();
        if (HiveFormat.of(split.getSchema()) == HiveFormat.COLUMNAR) {
            return summarizeColumnar(split, unit.rangeBytes());
        }
        return switch (HiveFormat.cutting(split)) {
            case NOWHERE -> summarizeWhole(split);
            case ANYWHERE -> summarize(open(unit, split, SummarizeBatches.UNIT_BYTES), split, unit.ranges());
            case BETWEEN_ENDS -> summarizeBetweenEnds(unit);
            case AT_MEMBERS -> summarizeMembers(unit);
        };
    }

    private RangeReader.OpenRange open(Unit unit, SkippingSplit part, int largestFetch) {
        return rangeReader.openForParts(session, part, largestFetch, unit.tag());
    }

    /** Summarises the ranges of the object that begin in the unit. */
    private List<RangeSummary> summarizeBetweenEnds(Unit unit) throws IOException {
        SkippingSplit split = unit.split();
        RangeReader.OpenRange object = open(unit, split, SummarizeBatches.UNIT_BYTES);
        long size = split.getEstimatedFileSize();
        if (unit.ranges().getFirst().length() == size) {
            // one range, wherever the header ends and the footer begins
            return summarize(object, split, unit.ranges());
        }
        ByteRange rows = object.rowBytes(HiveFormat.textEnds(split.getSchema()));
        long end = split.getStart() + split.getLength();
        List<ByteRange> ranges = RangePlanner.fixed(size, unit.rangeBytes(), rows).stream()
                .filter(range -> range.start() >= split.getStart() && range.start() < end)
                .collect(toImmutableList());
        return summarize(object, split, ranges);
    }

    private List<RangeSummary> summarizeWhole(SkippingSplit split) throws IOException {
        ByteRange whole = new ByteRange(split.getStart(), split.getLength());
        return ImmutableList.of(summarize(
                split,
                whole,
                HivePages.open(
                        hive,
                        session,
                        handle.table(),
                        split,
                        whole,
                        handles(summaries(split).columns()))));
    }

    private List<RangeSummary> summarizeMembers(Unit unit) throws IOException {
        SkippingSplit split = unit.split();
        TextEnds ends = HiveFormat.textEnds(split.getSchema());
        try {
            List<RangeSummary> result =
                    ends.cutAnywhere() ? summarizeMembersByWindows(unit) : summarizeMembersBetweenEnds(unit, ends);
            return result.isEmpty() ? summarizeWhole(split) : result;
        } catch (GzipFormatException e) {
            log.debug(e, "%s is not cut", split.getPath());
            return summarizeWhole(split);
        }
    }

    /**
     * Summarises gzip members window by window. Each byte is fetched once, except those of a window's last, incomplete
     * range.
     */
    private List<RangeSummary> summarizeMembersByWindows(Unit unit) throws IOException {
        SkippingSplit split = unit.split();
        List<RangeSummary> result = new ArrayList<>();
        for (long start = 0;
                start < split.getLength();
                start = result.getLast().range().end()) {
            RangeReader.OpenRange members = openWindow(unit, start);
            for (MemberRange each : members.memberRanges(unit.rangeBytes())) {
                result.add(summarize(members, split, each));
            }
        }
        return result;
    }

    /**
     * Finds all ranges first, because only the end of the object determines them. An object longer than a window is
     * fetched twice.
     */
    private List<RangeSummary> summarizeMembersBetweenEnds(Unit unit, TextEnds ends) throws IOException {
        SkippingSplit split = unit.split();
        List<MemberRange> ranges = new ArrayList<>();
        RangeReader.OpenRange members = openWindow(unit, 0);
        while (ranges.isEmpty() || ranges.getLast().range().end() < split.getLength()) {
            if (!ranges.isEmpty()) {
                members = openWindow(unit, ranges.getLast().range().end());
            }
            ranges.addAll(members.memberRanges(unit.rangeBytes()));
        }
        if (split.getLength() > MemberRanges.WINDOW) {
            members = open(unit, split, MemberRanges.WINDOW);
        }
        List<RangeSummary> result = new ArrayList<>();
        for (MemberRange each : MemberRanges.betweenEnds(ranges, ends)) {
            result.add(summarize(members, split, each));
        }
        return result;
    }

    private RangeReader.OpenRange openWindow(Unit unit, long start) {
        SkippingSplit split = unit.split();
        ByteRange window = new ByteRange(start, Math.min(MemberRanges.WINDOW, split.getLength() - start));
        return open(unit, SkippingSplit.piece(split, window), MemberRanges.WINDOW);
    }

    private RangeSummary summarize(RangeReader.OpenRange object, SkippingSplit split, MemberRange members)
            throws IOException {
        ByteRange range = members.range();
        // the number of bytes that such a range of uncompressed text would have
        long weight = Math.max(range.length(), members.textBytes() / HiveObjects.TEXT_COMPRESSION);
        return summarize(split, range, weight, pages(object, split, range));
    }

    private List<RangeSummary> summarize(RangeReader.OpenRange object, SkippingSplit split, List<ByteRange> ranges)
            throws IOException {
        ImmutableList.Builder<RangeSummary> result = ImmutableList.builder();
        for (ByteRange range : ranges) {
            result.add(summarize(split, range, pages(object, split, range)));
        }
        return result.build();
    }

    private ConnectorPageSource pages(RangeReader.OpenRange object, SkippingSplit split, ByteRange range) {
        return object.read(
                HiveReads.outsideScans(session, handle.table()),
                SkippingSplit.piece(split, range),
                handles(summaries(split).columns()));
    }

    private List<RangeSummary> summarizeColumnar(SkippingSplit split, long rangeBytes) throws IOException {
        return summaries(split)
                .ofColumnar(
                        columnarFooters.read(
                                session, split, handles(summaries(split).columns())),
                        rangeBytes,
                        (range, wanted) ->
                                HivePages.open(hive, session, handle.table(), split, range, handles(wanted)));
    }

    private List<HiveColumnHandle> handles(SummaryColumns wanted) {
        return wanted.columns().stream().map(handles::get).collect(toImmutableList());
    }

    private RangeSummary summarize(SkippingSplit split, ByteRange range, ConnectorPageSource pages) throws IOException {
        return summarize(split, range, range.length(), pages);
    }

    /** @param weight the bytes of which the summaries may take a certain share */
    private RangeSummary summarize(SkippingSplit split, ByteRange range, long weight, ConnectorPageSource pages)
            throws IOException {
        Optional<Predicate<Block>> usable =
                ReaderProfile.isCsv(split.getSchema()) ? Optional.of(CsvText::isReadAlike) : Optional.empty();
        return summaries(split).of(range, weight, usable, pages);
    }
}
