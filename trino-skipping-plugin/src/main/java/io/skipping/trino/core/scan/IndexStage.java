// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ScanPlan;
import io.skipping.trino.core.value.TimestampPrecisions;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Asks the index about each object. It leaves nothing out itself: a verdict is on ranges, which are left to be cut. */
final class IndexStage implements ScanStage {
    private final IndexSnapshot index;
    private final TimestampPrecisions precisions;

    /** kept per scan, because the snapshot does not cache the verdicts of tests by the engine */
    private final Map<Predicate, ScanPlan> plans = new IdentityHashMap<>();

    private final ObjectsUnderWay<ObjectVerdict> objects =
            new ObjectsUnderWay<>(unit -> unit.object().predicate());

    IndexStage(IndexSnapshot index) {
        this.index = requireNonNull(index, "index is null");
        this.precisions = new TimestampPrecisions(index::definitions);
    }

    ScanPlan plan(Predicate predicate) {
        return plans.computeIfAbsent(predicate, asked -> index.plan(precisions.adapted(asked)));
    }

    @Override
    public List<ScanUnit> apply(List<ScanUnit> units) {
        List<ObjectVerdict> verdicts = objects.of(units, this::lookup);
        ImmutableList.Builder<ScanUnit> known = ImmutableList.builderWithExpectedSize(units.size());
        for (int i = 0; i < units.size(); i++) {
            known.add(units.get(i).with(verdicts.get(i), List.of()));
        }
        return known.build();
    }

    /** Returns the verdicts on the objects of units, each by its own predicate, in the same order. */
    List<ObjectVerdict> lookup(List<ScanUnit> units) {
        return ByPredicate.ask(
                units,
                (predicate, group) -> plan(predicate)
                        .lookup(group.stream().map(unit -> unit.object().live()).collect(toImmutableList())));
    }

    @Override
    public void forget() {
        objects.clear();
    }
}
