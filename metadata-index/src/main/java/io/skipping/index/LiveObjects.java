// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Set;

/**
 * Holds all objects that a table has at a moment.
 *
 * @param objects each object once, also if a listing has it twice, as that of a table whose partitions share a folder
 * @param snapshots ids of the snapshots of the table that have these objects and no others; empty if the table has no snapshots
 */
public record LiveObjects(List<LiveObject> objects, Set<Long> snapshots) {
    public LiveObjects {
        objects = ImmutableSet.copyOf(objects).asList();
        snapshots = ImmutableSet.copyOf(snapshots);
    }

    /** Returns the objects of a table without snapshots. */
    public static LiveObjects of(List<LiveObject> objects) {
        return new LiveObjects(objects, ImmutableSet.of());
    }
}
