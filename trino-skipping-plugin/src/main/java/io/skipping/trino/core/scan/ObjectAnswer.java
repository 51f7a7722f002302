// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import io.skipping.index.snapshot.ObjectVerdict;

/** What an index says of an object, in the form that the splits of the object are pruned by. */
public sealed interface ObjectAnswer permits ObjectAnswer.Nothing, ObjectCuts {
    /** The index cannot speak of the object. */
    enum Nothing implements ObjectAnswer {
        UNINDEXED,
        STALE
    }

    /** @param mergeDistance as {@link ObjectCuts#of} takes it */
    static ObjectAnswer of(RowSelection.Selected selected, long mergeDistance) {
        return switch (selected.verdict()) {
            case ObjectVerdict.Unindexed _ -> Nothing.UNINDEXED;
            case ObjectVerdict.Stale _ -> Nothing.STALE;
            case ObjectVerdict.Known known -> ObjectCuts.of(known.ranges(), selected.guarantees(), mergeDistance);
        };
    }
}
