// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import io.skipping.index.snapshot.ObjectVerdict;
import java.util.Optional;

/**
 * Holds the verdict on an object of a scan, and how the object's splits are cut.
 *
 * @param verdict the verdict after applying the index and any limit
 * @param cuts the cuts of an indexed object; empty if the object is read completely
 */
public record PlannedObject(ObjectVerdict verdict, Optional<ObjectCuts> cuts) {
    public PlannedObject {
        requireNonNull(verdict, "verdict is null");
        requireNonNull(cuts, "cuts is null");
    }

    /**
     * Computes the cuts of an object.
     *
     * @param mergeDistance as in {@link ObjectCuts#of}
     */
    static PlannedObject of(RowSelection.Selected selected, long mergeDistance) {
        return new PlannedObject(
                selected.verdict(),
                selected.verdict() instanceof ObjectVerdict.Known known
                        ? Optional.of(ObjectCuts.of(known.ranges(), selected.guarantees(), mergeDistance))
                        : Optional.empty());
    }
}
