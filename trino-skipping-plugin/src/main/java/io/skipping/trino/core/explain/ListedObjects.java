// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.ObjectVerdict;
import java.util.List;

/**
 * Holds the objects that a scan lists, or the first of them.
 *
 * @param complete whether these are all objects
 */
public record ListedObjects(List<LiveObject> objects, boolean complete) {
    public ListedObjects {
        objects = List.copyOf(objects);
    }

    /** Returns which of them the index does not know as they are now; empty if it knows all. */
    String unknown(IndexedTable table) {
        List<ObjectVerdict> verdicts = table.snapshot().plan(Predicate.ALWAYS).lookup(objects);
        long unindexed = verdicts.stream()
                .filter(ObjectVerdict.Unindexed.class::isInstance)
                .count();
        long stale =
                verdicts.stream().filter(ObjectVerdict.Stale.class::isInstance).count();
        if (unindexed + stale == 0) {
            return "";
        }
        return "of %s%d objects in the store, %d are not indexed and %d have changed since or are read in another way: all of these are read. %s"
                .formatted(complete ? "the " : "the first ", objects.size(), unindexed, stale, table.build());
    }
}
