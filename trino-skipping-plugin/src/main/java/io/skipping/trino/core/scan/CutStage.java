// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.trino.core.scan.ScannedObject.Cutting;
import io.trino.spi.connector.ColumnHandle;
import java.util.List;
import java.util.Optional;

/** Cuts units down to the ranges that are to be read, and leaves out those of which nothing is. */
final class CutStage implements ScanStage {
    private final Optional<ColumnHandle> order;
    private final ScanCounters counters;

    /** empty for an object that is read completely */
    private final ObjectsUnderWay<Optional<ObjectCuts>> objects = new ObjectsUnderWay<>(ScanUnit::verdict);

    /** @param order the column by which rows are ordered, to which the guarantees of units belong */
    CutStage(Optional<ColumnHandle> order, ScanCounters counters) {
        this.order = requireNonNull(order, "order is null");
        this.counters = requireNonNull(counters, "counters is null");
    }

    /** Returns whether a part of an object that must be read has not arrived in a split yet. */
    boolean isAwaitingSplits() {
        return objects.anyMatch(
                (cuts, arrived) -> cuts.map(known -> known.end() > arrived).orElse(true));
    }

    @Override
    public List<ScanUnit> apply(List<ScanUnit> units) {
        List<Optional<ObjectCuts>> cuts = objects.of(
                units, unknown -> unknown.stream().map(CutStage::cuts).collect(toImmutableList()));
        ImmutableList.Builder<ScanUnit> left = ImmutableList.builder();
        for (int i = 0; i < units.size(); i++) {
            ScanUnit unit = units.get(i);
            if (unit.isFirstOfObject()) {
                count(unit.verdict());
            }
            left.addAll(cuts.get(i).map(known -> cut(unit, known)).orElseGet(() -> ImmutableList.of(unit)));
        }
        return left.build();
    }

    private void count(ObjectVerdict verdict) {
        switch (verdict) {
            case ObjectVerdict.Unindexed _ -> counters.objectsUnindexed.increment();
            case ObjectVerdict.Stale _ -> counters.objectsStale.increment();
            case ObjectVerdict.Known _ -> {}
        }
    }

    private static Optional<ObjectCuts> cuts(ScanUnit unit) {
        return unit.verdict() instanceof ObjectVerdict.Known known
                ? Optional.of(ObjectCuts.of(
                        known.ranges(), unit.guarantees(), unit.object().mergeDistance()))
                : Optional.empty();
    }

    private List<ScanUnit> cut(ScanUnit unit, ObjectCuts cuts) {
        Cutting cutting = unit.object().cutting();
        if (cutting == Cutting.NEVER_LEFT_OUT) {
            return ImmutableList.of(unit);
        }
        if (unit.isFirstOfObject() && cuts.isAllPruned()) {
            counters.objectsPruned.increment();
        }
        ByteRange whole = unit.range();
        cuts.forEachPruned(whole, counters::rangePruned);

        List<ByteRange> survivors = cuts.survivors(whole);
        if (!survivors.isEmpty() && !mayCut(unit, cutting, survivors)) {
            return ImmutableList.of(unit.with(cuts.promise(whole, order)));
        }
        if (cutting == Cutting.TO_ONE_PIECE && survivors.size() > 1) {
            long start = survivors.getFirst().start();
            ByteRange piece = new ByteRange(start, survivors.getLast().end() - start);
            cuts.forEachPrunedPart(new ByteRange(whole.start(), start - whole.start()), counters::bytesPruned);
            cuts.forEachPrunedPart(new ByteRange(piece.end(), whole.end() - piece.end()), counters::bytesPruned);
            return ImmutableList.of(unit.piece(piece, cuts.promise(piece, order)));
        }
        cuts.forEachPrunedPart(whole, counters::bytesPruned);
        return survivors.stream()
                .map(range -> unit.piece(range, cuts.promise(range, order)))
                .collect(toImmutableList());
    }

    private static boolean mayCut(ScanUnit unit, Cutting cutting, List<ByteRange> survivors) {
        return switch (cutting) {
            case ANYWHERE, TO_ONE_PIECE -> true;
            // the stock reader reads it if it is not cut
            case BETWEEN_RANGES ->
                unit.isWholeObject()
                        && survivors.getFirst().length() < unit.range().length();
            case NOWHERE, NEVER_LEFT_OUT -> false;
        };
    }

    @Override
    public void forget() {
        objects.clear();
    }
}
