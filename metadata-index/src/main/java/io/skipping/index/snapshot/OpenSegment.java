// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Maps;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Streams;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.plan.Summaries;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexType.Purpose;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.KeyColumn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** A segment with the summaries that were requested so far. Thread-safe. */
final class OpenSegment implements Summaries {
    private final Segment segment;
    private final IndexTypes indexTypes;
    private final ObjectTable objects;
    private final long[] rangeStarts;
    private final long[] rangeLengths;
    private final long[] rowCounts;
    private final List<IndexDefinition> definitions;
    private final long limit;
    private final Map<IndexDefinition, Lazy<SummaryReader>> readers;
    /** definitions whose summaries are beyond the limit */
    private final Set<IndexDefinition> large = ConcurrentHashMap.newKeySet();
    /** usable definitions over single columns, which are asked for with each object of a scan */
    private final ListMultimap<IndexedColumn, IndexDefinition> ofColumns;

    OpenSegment(Segment segment, IndexTypes indexTypes) {
        this(segment, indexTypes, Long.MAX_VALUE);
    }

    /** @param limit how many bytes of summaries may be fetched for a definition */
    OpenSegment(Segment segment, IndexTypes indexTypes, long limit) {
        this.segment = segment;
        this.indexTypes = indexTypes;
        this.limit = limit;
        this.objects = segment.objects();
        this.rangeStarts = segment.rangeStarts();
        this.rangeLengths = segment.rangeLengths();
        this.rowCounts = segment.rowCounts();
        this.definitions = segment.definitions();
        checkArgument(
                rangeLengths.length == rangeStarts.length && rowCounts.length == rangeStarts.length,
                "segment %s has columns of different lengths",
                segment.name());
        int[] firstRange = objects.firstRange();
        for (int object = 0; object < objects.count(); object++) {
            checkArgument(
                    firstRange[object] >= 0
                            && firstRange[object] <= firstRange[object + 1]
                            && firstRange[object + 1] <= rangeStarts.length,
                    "segment %s gives object %s ranges that it does not have",
                    segment.name(),
                    object);
        }
        this.readers = ImmutableMap.copyOf(Maps.toMap(
                definitions.stream().filter(this::isUsable).distinct().collect(toImmutableList()),
                definition -> new Lazy<>(() -> open(definition))));
        this.ofColumns = Multimaps.index(
                readers.keySet().stream()
                        .filter(definition -> definition.columns().size() == 1)
                        .iterator(),
                definition -> definition.columns().get(0));
    }

    /** Returns whether the index type is installed in a version that reads these summaries. */
    private boolean isUsable(IndexDefinition definition) {
        return indexTypes
                .find(definition.type())
                .filter(type -> type.reads(segment.version(definition)))
                .isPresent();
    }

    List<IndexDefinition> definitions() {
        return definitions;
    }

    /**
     * Returns a segment of only some of the ranges, with no summaries opened yet.
     *
     * @param ranges in ascending order
     * @param predicate to evaluate
     * @param limit how many bytes of summaries may be fetched
     */
    OpenSegment part(int[] ranges, Predicate predicate, long limit) {
        Set<IndexedColumn> columns = predicate.columns();
        List<Predicate.Leaf> leaves = predicate.leaves().toList();
        List<IndexDefinition> wanted = Streams.stream(decidable())
                .filter(definition -> columns.containsAll(definition.columns()))
                // several leaves together may be one on several columns
                .filter(definition -> definition.columns().size() > 1
                        || leaves.stream()
                                .anyMatch(leaf -> definition.columns().containsAll(leaf.columns())
                                        && mayDecide(definition, leaf)))
                .collect(toImmutableList());
        return new OpenSegment(new SegmentPart(segment, ranges, wanted, limit), indexTypes);
    }

    /** Returns the summary of one range, fetched anew. */
    SummaryReader part(int range, IndexDefinition definition) {
        return new OpenSegment(
                        new SegmentPart(segment, new int[] {range}, List.of(definition), Long.MAX_VALUE), indexTypes)
                .reader(definition);
    }

    /**
     * Returns the definitions whose index type is installed and reads their version, in the segment's order. All other
     * definitions are ignored.
     */
    Iterable<IndexDefinition> usableDefinitions() {
        return readers.keySet();
    }

    /** Returns the usable definitions that serve a purpose, in the same order. */
    Iterable<IndexDefinition> usableDefinitions(Purpose purpose) {
        return Iterables.filter(
                readers.keySet(),
                definition -> indexTypes.get(definition.type()).purposes().contains(purpose));
    }

    /** Returns the usable definitions over exactly this column that serve a purpose. */
    List<IndexDefinition> definitionsOf(IndexedColumn column, Purpose purpose) {
        return ofColumns.get(column).stream()
                .filter(definition ->
                        indexTypes.get(definition.type()).purposes().contains(purpose))
                .collect(toImmutableList());
    }

    @Override
    public Iterable<IndexDefinition> decidable() {
        return usableDefinitions(Purpose.VERDICTS);
    }

    @Override
    public boolean mayDecide(IndexDefinition definition, Predicate.Leaf condition) {
        return indexTypes.get(definition.type()).mayDecide(condition);
    }

    /** Returns the summaries of a usable definition, and opens them if necessary. */
    @Override
    public SummaryReader reader(IndexDefinition definition) {
        return readers.get(definition).get();
    }

    /** Returns the summaries of a usable definition as {@link #reader} does; empty if there are more than may be fetched. */
    Optional<SummaryReader> readerOfFew(IndexDefinition definition) {
        if (large.contains(definition)) {
            return Optional.empty();
        }
        try {
            return Optional.of(reader(definition));
        } catch (LargeSummariesException e) {
            large.add(definition);
            return Optional.empty();
        }
    }

    ObjectTable objects() {
        return objects;
    }

    int rangeCount() {
        return rangeStarts.length;
    }

    long rangeStart(int range) {
        return rangeStarts[range];
    }

    long rangeLength(int range) {
        return rangeLengths[range];
    }

    long rowCount(int range) {
        return rowCounts[range];
    }

    int rangesOf(int object) {
        return objects.firstRange()[object + 1] - objects.firstRange()[object];
    }

    boolean isTiled(int object) {
        return objects.isTiled(object, rangeStarts, rangeLengths);
    }

    /**
     * Returns the verdict on an object that is known.
     *
     * @param verdicts on all ranges of this segment
     */
    ObjectVerdict.Known known(int object, SegmentVerdicts verdicts) {
        int first = objects.firstRange()[object];
        return new ObjectVerdict.Known(
                rangeStarts,
                rangeLengths,
                rowCounts,
                first,
                rangesOf(object),
                verdicts.ranges(),
                first,
                verdicts.reasons());
    }

    long storedBytes() {
        return segment.storedBytes();
    }

    long retainedBytes() {
        long objectBytes = objects.paths().getRetainedSize() + 28L * objects.count();
        long rangeBytes = 24L * rangeStarts.length;
        return objectBytes
                + rangeBytes
                + readers.values().stream()
                        .mapToLong(reader -> reader.ifPresent()
                                .map(SummaryReader::retainedBytes)
                                .orElse(0L))
                        .sum();
    }

    private SummaryReader open(IndexDefinition definition) {
        IndexType type = indexTypes.get(definition.type());
        List<KeyColumn> summaries = limit == Long.MAX_VALUE
                ? segment.summaries(definition)
                : segment.summaries(
                                List.of(definition),
                                IntStream.range(0, rangeStarts.length).toArray(),
                                limit)
                        .get(definition);
        for (KeyColumn column : summaries) {
            checkArgument(
                    column.size() == rangeStarts.length,
                    "segment %s has %s summaries of %s for %s ranges",
                    segment.name(),
                    column.size(),
                    definition.name(),
                    rangeStarts.length);
        }
        try {
            return type.open(
                    IndexTypes.columnTypes(definition),
                    segment.version(definition),
                    new SummaryVectors(rangeStarts.length, rowCounts, summaries));
        } catch (RuntimeException e) {
            throw new IndexUnavailableException(
                    "Cannot read %s of index segment %s: %s".formatted(definition.name(), segment.name(), e), e);
        }
    }
}
