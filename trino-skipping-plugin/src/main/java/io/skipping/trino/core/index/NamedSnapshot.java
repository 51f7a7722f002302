// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Suppliers;
import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Promotion;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectSample;
import io.skipping.index.snapshot.RangeDescription;
import io.skipping.index.snapshot.ScanPlan;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.RangeBounds;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.value.Key;
import io.skipping.trino.core.path.ColumnNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Shows a state of an index under the names that users give columns, while the index keeps them under others. A column that
 * the table does not have is shown as the index keeps it.
 */
public final class NamedSnapshot implements IndexSnapshot {
    private final IndexSnapshot stored;
    private final ColumnNames names;
    private final Supplier<FormerColumns> former;

    private NamedSnapshot(IndexSnapshot stored, ColumnNames names) {
        this.stored = requireNonNull(stored, "stored is null");
        this.names = requireNonNull(names, "names is null");
        this.former = Suppliers.memoize(() -> new FormerColumns(stored.definitions(), names::isOnlyPromoted));
    }

    /**
     * Returns the state under the names of a schema.
     *
     * @param stored the state under the names that the index keeps
     */
    public static IndexSnapshot of(IndexSnapshot stored, ColumnNames names) {
        return names == ColumnNames.SAME ? stored : new NamedSnapshot(stored, names);
    }

    static IndexDefinition kept(IndexDefinition shown, ColumnNames names) {
        return withColumns(
                shown,
                shown.columns().stream()
                        // a column of the index that the table does not have is shown as it is kept
                        .map(column -> names.kept(column).orElse(column))
                        .collect(toImmutableList()));
    }

    /**
     * Returns an index over the columns as users know them; one of a column that has got a wider type since is shown with that type, and
     * one of a column that has a narrower type in an older version with the narrower one.
     */
    private static IndexDefinition shown(IndexDefinition kept, ColumnNames names) {
        return withColumns(
                kept,
                kept.columns().stream().map(column -> shown(column, names)).collect(toImmutableList()));
    }

    private static IndexedColumn shown(IndexedColumn kept, ColumnNames names) {
        return names.shown(kept)
                .or(() -> names.now(kept)
                        .filter(now -> Promotion.of(kept.type(), now.type()).isPresent()
                                || Promotion.of(now.type(), kept.type()).isPresent() && names.isOnlyPromoted(kept)))
                .orElse(kept);
    }

    /** Returns definitions that were requested, over the columns as they are now. */
    static List<IndexDefinition> now(List<IndexDefinition> kept, ColumnNames names) {
        return kept.stream()
                .map(definition -> withColumns(
                        definition,
                        definition.columns().stream()
                                .map(column -> names.now(column).orElse(column))
                                .collect(toImmutableList())))
                .collect(toImmutableList());
    }

    private static IndexDefinition withColumns(IndexDefinition definition, List<IndexedColumn> columns) {
        return new IndexDefinition(definition.type(), columns, definition.options());
    }

    static List<IndexDefinition> kept(List<IndexDefinition> shown, ColumnNames names) {
        return shown.stream().map(definition -> kept(definition, names)).collect(toImmutableList());
    }

    static List<IndexDefinition> shown(List<IndexDefinition> kept, ColumnNames names) {
        return kept.stream()
                .map(definition -> shown(definition, names))
                .distinct()
                .collect(toImmutableList());
    }

    /** Returns the predicate over the columns that the index keeps. Conditions on other columns are unknown. */
    private Predicate kept(Predicate shown) {
        return switch (shown) {
            case Predicate.And and -> Predicate.and(kept(and.operands()));
            case Predicate.Or or -> Predicate.or(kept(or.operands()));
            case Predicate.Unknown unknown -> unknown;
            case Predicate.Leaf leaf ->
                leaf.columns().stream().allMatch(column -> names.kept(column).isPresent())
                        ? decided(leaf.over(column -> names.kept(column).orElseThrow()))
                        : Predicate.UNKNOWN;
        };
    }

    private Predicate decided(Predicate kept) {
        return kept instanceof Predicate.Leaf leaf ? former.get().decided(leaf) : kept;
    }

    private List<Predicate> kept(List<Predicate> shown) {
        return shown.stream().map(this::kept).collect(toImmutableList());
    }

    @Override
    public String id() {
        return stored.id();
    }

    @Override
    public long publishedMillis() {
        return stored.publishedMillis();
    }

    @Override
    public List<IndexDefinition> definitions() {
        return shown(stored.definitions(), names);
    }

    @Override
    public IndexTypes indexTypes() {
        return stored.indexTypes();
    }

    @Override
    public long objectCount() {
        return stored.objectCount();
    }

    @Override
    public long rangeCount() {
        return stored.rangeCount();
    }

    @Override
    public OptionalLong storedBytes() {
        return stored.storedBytes();
    }

    @Override
    public boolean mayWait() {
        return stored.mayWait();
    }

    @Override
    public ScanPlan plan(Predicate predicate) {
        return stored.plan(kept(predicate));
    }

    @Override
    public List<IndexDefinition> deciding(Predicate.Leaf condition) {
        return shown(
                leaves(kept(condition))
                        .flatMap(leaf -> stored.deciding(leaf).stream())
                        .toList(),
                names);
    }

    private static Stream<Predicate.Leaf> leaves(Predicate predicate) {
        return switch (predicate) {
            case Predicate.And and -> and.operands().stream().flatMap(NamedSnapshot::leaves);
            case Predicate.Leaf leaf -> Stream.of(leaf);
            default -> Stream.of();
        };
    }

    @Override
    public boolean hasSummaries(IndexDefinition definition) {
        IndexDefinition kept = kept(definition, names);
        return stored.hasSummaries(kept) || former.get().of(kept).stream().anyMatch(stored::hasSummaries);
    }

    @Override
    public Optional<List<Optional<RangeBounds>>> bounds(LiveObject object, IndexedColumn column) {
        return bounds(column, kept -> stored.bounds(object, kept));
    }

    private Optional<List<Optional<RangeBounds>>> bounds(
            IndexedColumn column, Function<IndexedColumn, Optional<List<Optional<RangeBounds>>>> lookup) {
        return names.kept(column).flatMap(kept -> former.get().lookUp(kept, lookup, NamedSnapshot::promoted));
    }

    private static RangeBounds promoted(Promotion promotion, RangeBounds bounds) {
        return new RangeBounds(
                bounds.nulls(),
                bounds.minimum().map(promotion::promoted),
                bounds.maximum().map(promotion::promoted),
                bounds.minimumExact(),
                bounds.maximumExact(),
                bounds.mayHoldNan());
    }

    @Override
    public Optional<List<Optional<RangeRanks>>> ranks(LiveObject object, IndexedColumn column) {
        return names.kept(column)
                .flatMap(kept -> former.get().lookUp(kept, was -> stored.ranks(object, was), NamedSnapshot::promoted));
    }

    private static RangeRanks promoted(Promotion promotion, RangeRanks ranks) {
        return new RangeRanks(promoted(promotion, ranks.smallest()), promoted(promotion, ranks.largest()));
    }

    private static List<RangeRanks.Ranked> promoted(Promotion promotion, List<RangeRanks.Ranked> ranks) {
        return ranks.stream()
                .map(ranked -> new RangeRanks.Ranked(ranked.rank(), promotion.promoted(ranked.value())))
                .toList();
    }

    @Override
    public Optional<List<Optional<List<Key>>>> values(LiveObject object, IndexedColumn column) {
        return names.kept(column)
                .flatMap(kept -> former.get()
                        .lookUp(
                                kept,
                                was -> stored.values(object, was),
                                (promotion, values) ->
                                        values.stream().map(promotion::promoted).toList()));
    }

    @Override
    public ObjectSample sample(java.util.function.Predicate<Slice> folders, int mostRanges) {
        ObjectSample sample = stored.sample(folders, mostRanges);
        return new ObjectSample() {
            @Override
            public long allBytes() {
                return sample.allBytes();
            }

            @Override
            public long bytes() {
                return sample.bytes();
            }

            @Override
            public List<Long> rowCounts() {
                return sample.rowCounts();
            }

            @Override
            public Optional<List<Optional<RangeBounds>>> bounds(IndexedColumn column) {
                return NamedSnapshot.this.bounds(column, sample::bounds);
            }
        };
    }

    /** Returns the segments as they are stored, under the names that the index keeps. */
    @Override
    public List<Segment> segments() {
        return stored.segments();
    }

    @Override
    public IndexDefinition shown(IndexDefinition ofSegment) {
        return shown(ofSegment, names);
    }

    @Override
    public void forEachRange(Consumer<RangeDescription> consumer) {
        stored.forEachRange(range -> consumer.accept(new RangeDescription(
                range.object(),
                range.range(),
                range.rowCount(),
                range.summaries().entrySet().stream()
                        .collect(toImmutableMap(
                                entry -> shown(entry.getKey(), names), Map.Entry::getValue, (one, _) -> one)))));
    }
}
