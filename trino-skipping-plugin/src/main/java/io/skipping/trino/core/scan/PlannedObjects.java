// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ScanPlan;
import io.skipping.trino.core.scan.RowSelection.Selected;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plans the objects of a scan for one predicate. The splits of an object arrive in several batches, but the index is
 * evaluated only once for each object. Not thread-safe.
 */
public final class PlannedObjects {
    private final ScanPlan predicate;
    private final Optional<RowSelection> selection;

    // objects of which more splits are expected
    private final Map<LiveObject, PlannedObject> underWay = new HashMap<>();

    // up to where splits of these objects have arrived
    private final Map<LiveObject, Long> askedUpTo = new HashMap<>();

    /**
     * Creates a plan without objects.
     *
     * @param selection prunes further, because of a limit
     */
    public PlannedObjects(ScanPlan predicate, Optional<RowSelection> selection) {
        this.predicate = requireNonNull(predicate, "predicate is null");
        this.selection = requireNonNull(selection, "selection is null");
    }

    /**
     * Describes a split of an object.
     *
     * @param end position at which the split ends
     * @param mergeDistance as in {@link ObjectCuts#of}
     */
    public record Part(LiveObject object, long end, long mergeDistance) {
        boolean isLast() {
            return end >= object.version().size();
        }
    }

    /** Returns the planned objects of these splits, in the same order. */
    public List<PlannedObject> of(List<Part> parts) {
        Map<LiveObject, Long> unknown = new LinkedHashMap<>();
        for (Part part : parts) {
            if (!underWay.containsKey(part.object())) {
                unknown.put(part.object(), part.mergeDistance());
            }
        }
        List<LiveObject> asked = ImmutableList.copyOf(unknown.keySet());
        List<Selected> selected = asked.isEmpty() ? ImmutableList.of() : select(asked, predicate.lookup(asked));
        for (int i = 0; i < asked.size(); i++) {
            LiveObject object = asked.get(i);
            underWay.put(object, PlannedObject.of(selected.get(i), unknown.get(object)));
        }
        List<PlannedObject> planned =
                parts.stream().map(part -> underWay.get(part.object())).collect(toImmutableList());
        // Hive creates the splits of an object from front to back; if another one came after the end, the object would
        // just be planned again
        for (Part part : parts) {
            if (part.isLast()) {
                underWay.remove(part.object());
                askedUpTo.remove(part.object());
            } else {
                askedUpTo.put(part.object(), part.end());
            }
        }
        return planned;
    }

    /** Returns whether a part of an object that must be read has not arrived in a split yet. */
    public boolean isAwaitingSplits() {
        return askedUpTo.entrySet().stream()
                .anyMatch(object -> Optional.ofNullable(underWay.get(object.getKey()))
                        .flatMap(PlannedObject::cuts)
                        .map(cuts -> cuts.end() > object.getValue())
                        .orElse(true));
    }

    private List<Selected> select(List<LiveObject> objects, List<ObjectVerdict> verdicts) {
        return selection
                .map(limit -> limit.select(objects, verdicts))
                .orElseGet(() -> verdicts.stream().map(Selected::all).collect(toImmutableList()));
    }
}
