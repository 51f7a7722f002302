// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.scan.RowSelection.Selected;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
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
        Map<Predicate, List<ScanUnit>> byPredicate = new IdentityHashMap<>();
        Map<ScanUnit, Selected> selected = new IdentityHashMap<>();
        for (ScanUnit unit : units) {
            if (unit.object().isOrderStored()) {
                byPredicate
                        .computeIfAbsent(unit.object().predicate(), _ -> new ArrayList<>())
                        .add(unit);
            } else {
                // the index has no bounds of a column that the reader converts
                selected.put(unit, Selected.all(unit.verdict()));
            }
        }
        for (List<ScanUnit> group : byPredicate.values()) {
            List<Selected> found = selection
                    .orElseThrow()
                    .select(
                            group.stream().map(unit -> unit.object().live()).collect(toImmutableList()),
                            group.stream().map(ScanUnit::verdict).collect(toImmutableList()));
            for (int i = 0; i < group.size(); i++) {
                selected.put(group.get(i), found.get(i));
            }
        }
        return units.stream().map(selected::get).collect(toImmutableList());
    }

    @Override
    public void forget() {
        objects.clear();
    }
}
