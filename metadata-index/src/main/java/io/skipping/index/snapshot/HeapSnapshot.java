// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import com.google.common.collect.Streams;
import io.airlift.slice.Slice;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.IndexType.Purpose;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.value.Key;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Implements a snapshot that holds its objects and ranges in memory, column by column.
 *
 * <p>It opens the summaries of an index when a predicate first refers to the index's columns. If the store can search
 * the summaries, it opens only those of the ranges that the search found, and only if these are few. If several
 * segments contain the same path, the ranges of the newest one count.
 */
public final class HeapSnapshot implements IndexSnapshot {
    /**
     * Limits the ranges whose summaries are opened if the store can search them. Beyond that, summaries of all ranges are not
     * fetched.
     */
    private static final int MOST_OPENED = 20_000;

    /** Limits the summaries of an index in a segment that are opened then. */
    private static final long MOST_OPENED_BYTES = 64 << 20;

    private final String id;
    private final long publishedMillis;
    private final List<Segment> kept;
    private final IndexTypes indexTypes;
    private final List<OpenSegment> segments;
    private final PathTable paths;
    /** computed when folders are first needed */
    private final Lazy<FolderTable> folders;

    private final List<IndexDefinition> definitions;
    private final ObjectFinder finder;
    private final long rangeCount;
    private final Optional<RangeSearch> search;
    private final Evaluation evaluation;

    /**
     * Creates a snapshot whose summaries are not searched.
     *
     * @param segments oldest first
     * @param indexTypes the installed index types; an index of another type, or of a version that its type does not
     *     read, is not used
     */
    public HeapSnapshot(String id, long publishedMillis, List<Segment> segments, IndexTypes indexTypes) {
        this(id, publishedMillis, segments, indexTypes, Optional.empty());
    }

    /**
     * Creates a snapshot.
     *
     * @param segments oldest first
     * @param indexTypes the installed index types; an index of another type, or of a version that its type does not
     *     read, is not used
     * @param search present if the store can search the summaries
     */
    public HeapSnapshot(
            String id,
            long publishedMillis,
            List<Segment> segments,
            IndexTypes indexTypes,
            Optional<RangeSearch> search) {
        this.id = requireNonNull(id, "id is null");
        this.publishedMillis = publishedMillis;
        this.kept = ImmutableList.copyOf(segments);
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.segments = segments.stream()
                .map(segment ->
                        new OpenSegment(segment, indexTypes, search.isPresent() ? MOST_OPENED_BYTES : Long.MAX_VALUE))
                .collect(toImmutableList());
        this.definitions = this.segments.stream()
                .flatMap(segment -> segment.definitions().stream())
                .distinct()
                .collect(toImmutableList());
        List<ObjectTable> objects =
                this.segments.stream().map(OpenSegment::objects).collect(toImmutableList());
        this.paths = new PathTable(objects);
        this.folders = new Lazy<>(() -> new FolderTable(paths, objects));
        this.finder = new ObjectFinder(paths, this.segments);
        long[] ranges = new long[1];
        paths.forEach(
                (segment, object) -> ranges[0] += this.segments.get(segment).rangesOf(object));
        this.rangeCount = ranges[0];
        this.search = requireNonNull(search, "search is null");
        this.evaluation = search.<Evaluation>map(used -> new EvaluationBySearch(this.segments, used))
                .orElseGet(() -> new EvaluationInMemory(this.segments));
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public long publishedMillis() {
        return publishedMillis;
    }

    @Override
    public List<IndexDefinition> definitions() {
        return definitions;
    }

    @Override
    public IndexTypes indexTypes() {
        return indexTypes;
    }

    @Override
    public long objectCount() {
        return paths.size();
    }

    @Override
    public long rangeCount() {
        return rangeCount;
    }

    @Override
    public OptionalLong storedBytes() {
        long ofSegments = segments.stream().mapToLong(OpenSegment::storedBytes).sum();
        OptionalLong searched = search.map(RangeSearch::storedBytes).orElse(OptionalLong.of(0));
        return searched.isPresent() ? OptionalLong.of(ofSegments + searched.getAsLong()) : searched;
    }

    @Override
    public boolean mayWait() {
        return search.isPresent();
    }

    @Override
    public ScanPlan plan(Predicate predicate) {
        return new HeapScanPlan(finder, folders, segments, evaluation.of(predicate));
    }

    @Override
    public List<IndexDefinition> deciding(Predicate.Leaf condition) {
        return segments.stream()
                .flatMap(segment -> Streams.stream(segment.decidable())
                        .filter(definition -> !condition.columns().isEmpty()
                                && definition.columns().containsAll(condition.columns()))
                        .filter(definition -> !mayOpen()
                                || segment.readerOfFew(definition)
                                        .map(summaries -> summaries
                                                .compile(definition.columns(), condition)
                                                .isPresent())
                                        .orElse(true)))
                .distinct()
                .collect(toImmutableList());
    }

    @Override
    public boolean hasSummaries(IndexDefinition definition) {
        return !mayOpen()
                || segments.stream()
                        .filter(segment -> Iterables.contains(segment.usableDefinitions(), definition))
                        .anyMatch(segment -> segment.readerOfFew(definition)
                                .map(summaries -> IntStream.range(0, Math.min(segment.rangeCount(), MOST_OPENED))
                                        .anyMatch(range ->
                                                !summaries.describe(range).isEmpty()))
                                .orElse(true));
    }

    @Override
    public Optional<List<Optional<RangeBounds>>> bounds(LiveObject object, IndexedColumn column) {
        return ofRanges(object, column, Purpose.BOUNDS, SummaryReader::bounds);
    }

    @Override
    public Optional<List<Optional<RangeRanks>>> ranks(LiveObject object, IndexedColumn column) {
        return ofRanges(object, column, Purpose.RANKS, SummaryReader::ranks);
    }

    @Override
    public Optional<List<Optional<List<Key>>>> values(LiveObject object, IndexedColumn column) {
        return ofRanges(object, column, Purpose.VALUES, SummaryReader::values);
    }

    /** Returns what the summaries say about one range. */
    private interface OfRange<T> {
        Optional<T> get(SummaryReader summaries, int range);
    }

    private <T> Optional<List<Optional<T>>> ofRanges(
            LiveObject object, IndexedColumn column, Purpose purpose, OfRange<T> ofRange) {
        if (!mayOpen()) {
            return Optional.empty();
        }
        return finder.find(
                object,
                Optional.empty(),
                stale -> Optional.empty(),
                (segment, found) -> Optional.of(ofRanges(segments.get(segment), found, column, purpose, ofRange)));
    }

    private static <T> List<Optional<T>> ofRanges(
            OpenSegment segment, int object, IndexedColumn column, Purpose purpose, OfRange<T> ofRange) {
        List<IndexDefinition> ofColumn = segment.definitionsOf(column, purpose);
        int first = segment.objects().firstRange()[object];
        return IntStream.range(first, first + segment.rangesOf(object))
                .mapToObj(range -> ofColumn.stream()
                        // opened one at a time: a summary that does not have the answer may be large
                        .flatMap(definition -> segment.readerOfFew(definition).stream())
                        .flatMap(summaries -> ofRange.get(summaries, range).stream())
                        .findFirst())
                .collect(toImmutableList());
    }

    @Override
    public ObjectSample sample(java.util.function.Predicate<Slice> wanted, int mostRanges) {
        return new HeapSample(segments, paths, folders.get().select(wanted), mostRanges, mayOpen());
    }

    /** Returns whether summaries are in memory or can be fetched quickly. */
    private boolean mayOpen() {
        return search.isEmpty() || rangeCount <= MOST_OPENED;
    }

    @Override
    public List<Segment> segments() {
        return kept;
    }

    @Override
    public void forEachRange(Consumer<RangeDescription> consumer) {
        paths.forEachInOrder((segmentIndex, object) -> {
            OpenSegment segment = segments.get(segmentIndex);
            ObjectTable objects = segment.objects();
            LiveObject liveObject = objects.object(object);
            for (int range = objects.firstRange()[object]; range < objects.firstRange()[object + 1]; range++) {
                consumer.accept(new RangeDescription(
                        liveObject,
                        new ByteRange(segment.rangeStart(range), segment.rangeLength(range)),
                        segment.rowCount(range),
                        describe(segment, range)));
            }
        });
    }

    private static ImmutableMap<IndexDefinition, String> describe(OpenSegment segment, int range) {
        ImmutableMap.Builder<IndexDefinition, String> summaries = ImmutableMap.builder();
        for (IndexDefinition definition : segment.usableDefinitions()) {
            String text = segment.readerOfFew(definition)
                    .map(reader -> reader.describe(range))
                    .orElseGet(() -> segment.part(range, definition).describe(0));
            if (!text.isEmpty()) {
                summaries.put(definition, text);
            }
        }
        return summaries.buildOrThrow();
    }

    /**
     * Returns the approximate heap size in bytes. It grows as indexes are opened, predicates are evaluated and folders
     * are looked up.
     */
    public long retainedBytes() {
        return paths.retainedBytes()
                + evaluation.retainedBytes()
                + folders.ifPresent().map(FolderTable::retainedBytes).orElse(0L)
                + segments.stream().mapToLong(OpenSegment::retainedBytes).sum();
    }
}
