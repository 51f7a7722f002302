// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import io.skipping.index.snapshot.ObjectVerdict;
import java.util.Optional;

/**
 * An object of a scan, and how its splits are cut.
 *
 * @param verdict what the index and a limit leave of the object
 * @param cuts of an object that is known; empty of one that is read as it is
 */
public record PlannedObject(ObjectVerdict verdict, Optional<ObjectCuts> cuts) {
    public PlannedObject {
        requireNonNull(verdict, "verdict is null");
        requireNonNull(cuts, "cuts is null");
    }

    /** @param mergeDistance as {@link ObjectCuts#of} takes it */
    static PlannedObject of(RowSelection.Selected selected, long mergeDistance) {
        return new PlannedObject(
                selected.verdict(),
                selected.verdict() instanceof ObjectVerdict.Known known
                        ? Optional.of(ObjectCuts.of(known.ranges(), selected.guarantees(), mergeDistance))
                        : Optional.empty());
    }
}
