// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.Leftover;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Holds the state of an index by which the conditions of a scan are explained.
 *
 * @param folders selects those of the scanned partitions
 * @param requested returns the indexes that users asked for, built or not; few conditions need them
 */
public record ExplainedIndex(
        IndexSnapshot snapshot,
        Predicate<Slice> folders,
        Supplier<List<IndexDefinition>> requested,
        Remedies remedies) {
    public ExplainedIndex {
        requireNonNull(snapshot, "snapshot is null");
        requireNonNull(folders, "folders is null");
        requireNonNull(requested, "requested is null");
        requireNonNull(remedies, "remedies is null");
    }

    /** Returns what a predicate leaves of the scanned partitions. */
    public Leftover left(io.skipping.index.predicate.Predicate predicate) {
        return snapshot.plan(predicate).left(folders);
    }

    /** Returns what the installed index types are good for. */
    public FittingTypes types() {
        return new FittingTypes(snapshot.indexTypes());
    }

    Remedy create(String type, List<String> columns) {
        return remedies.create(type, columns, Map.of());
    }
}
