// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.trino.core.scan.RowSelection.Selected;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Excludes the ranges that a limit makes unnecessary; they are left to be cut. */
final class LimitStage implements ScanStage {
    private Optional<RowSelection> selection;
    private final ObjectsUnderWay<Selected> objects = new ObjectsUnderWay<>(ScanUnit::verdict);

    LimitStage(RowSelection selection) {
        this.selection = Optional.of(selection);
    }

    /** Returns whether nothing beyond what was selected is needed. */
    boolean isComplete() {
        return selection.map(RowSelection::isComplete).orElse(false);
    }

    /** Returns whether rows are still selected. */
    boolean isSelecting() {
        return selection.isPresent();
    }

    @Override
    public List<ScanUnit> apply(List<ScanUnit> units) {
        if (!units.stream().allMatch(unit -> unit.object().isReadInFull())) {
            // rows cannot be counted on, also not those that were before
            selection = Optional.empty();
        }
        if (selection.isEmpty()) {
            return units;
        }
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
        return selection
                .orElseThrow()
                .select(
                        units.stream().map(unit -> unit.object().live()).collect(toImmutableList()),
                        units.stream().map(ScanUnit::verdict).collect(toImmutableList()));
    }

    @Override
    public void forget() {
        objects.clear();
    }
}
