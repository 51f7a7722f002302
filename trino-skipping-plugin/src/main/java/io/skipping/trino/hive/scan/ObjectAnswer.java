// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import io.skipping.index.snapshot.ObjectVerdict;

/** What an index says of an object, in the form that the splits of the object are pruned by. */
sealed interface ObjectAnswer permits ObjectAnswer.Nothing, ObjectCuts {
    /** The index cannot speak of the object. */
    enum Nothing implements ObjectAnswer {
        UNINDEXED,
        STALE
    }

    /** @param mergeDistance as {@link ObjectCuts#of} takes it */
    static ObjectAnswer of(ObjectVerdict verdict, long mergeDistance) {
        return switch (verdict) {
            case ObjectVerdict.Unindexed _ -> Nothing.UNINDEXED;
            case ObjectVerdict.Stale _ -> Nothing.STALE;
            case ObjectVerdict.Known known -> ObjectCuts.of(known.ranges(), mergeDistance);
        };
    }
}
