// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.trino.core.scan.RowSelection.Selected;
import java.util.Iterator;
import java.util.List;

/** Excludes the ranges that a limit makes unnecessary; they are left to be cut. */
final class LimitStage implements ScanStage {
    private final RowSelection selection;
    private final ObjectsUnderWay<Selected> objects = new ObjectsUnderWay<>(ScanUnit::verdict);

    LimitStage(RowSelection selection) {
        this.selection = requireNonNull(selection, "selection is null");
    }

    /** Returns whether nothing beyond what was selected is needed. */
    boolean isComplete() {
        return selection.isComplete();
    }

    @Override
    public List<ScanUnit> apply(List<ScanUnit> units) {
        List<Selected> selected = objects.of(units, this::select);
        ImmutableList.Builder<ScanUnit> left = ImmutableList.builderWithExpectedSize(units.size());
        for (int i = 0; i < units.size(); i++) {
            left.add(
                    units.get(i).with(selected.get(i).verdict(), selected.get(i).guarantees()));
        }
        return left.build();
    }

    /** Selects among objects that are read in the same way, of which none can be there twice. */
    private List<Selected> select(List<ScanUnit> units) {
        List<ScanUnit> ordered =
                units.stream().filter(unit -> unit.object().isOrderStored()).collect(toImmutableList());
        Iterator<Selected> selected =
                ByPredicate.ask(ordered, (_, group) -> selectAmong(group)).iterator();
        ImmutableList.Builder<Selected> all = ImmutableList.builder();
        for (ScanUnit unit : units) {
            // the index has no bounds of a column that the reader converts
            all.add(unit.object().isOrderStored() ? selected.next() : Selected.all(unit.verdict()));
        }
        return all.build();
    }

    private List<Selected> selectAmong(List<ScanUnit> units) {
        return selection.select(
                units.stream().map(unit -> unit.object().live()).collect(toImmutableList()),
                units.stream().map(LimitStage::counted).collect(toImmutableList()));
    }

    /**
     * Returns the verdict on an object as far as its rows may be counted on. Some of them may be deleted elsewhere, so that
     * none counts; but the object is needless still if none of its rows is among those that are wanted.
     */
    private static ObjectVerdict counted(ScanUnit unit) {
        return !unit.object().isReadInFull() && unit.verdict() instanceof ObjectVerdict.Known known
                ? ObjectVerdict.Known.of(
                        known.ranges().stream().map(LimitStage::uncounted).collect(toImmutableList()))
                : unit.verdict();
    }

    private static RangeVerdict uncounted(RangeVerdict range) {
        return range.verdict() == Verdict.MUST_MATCH
                ? new RangeVerdict(range.range(), range.rowCount(), Verdict.MAY_MATCH, range.reason())
                : range;
    }

    @Override
    public void forget() {
        objects.clear();
    }
}
