// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.PreparedPredicate;
import java.util.List;
import java.util.Optional;

/**
 * So many rows that surely match as a limit asks for: an index promises them, and the listing shows where they are. It is
 * worth waiting for them, since objects that only may match need not be read then. Not thread-safe.
 */
public final class PromisedRows {
    private final PreparedPredicate predicate;
    private long missing;

    private PromisedRows(PreparedPredicate predicate, long count) {
        this.predicate = requireNonNull(predicate, "predicate is null");
        this.missing = count;
    }

    /**
     * @param filter what the demand makes of rows
     * @return empty if there is no such promise, or nothing to wait for since every object will do
     */
    public static Optional<PromisedRows> of(IndexSnapshot index, ScanDemand demand, Predicate filter) {
        if (demand.isUnconditional() || demand.limit().isEmpty()) {
            return Optional.empty();
        }
        PreparedPredicate predicate = index.prepare(filter);
        long count = demand.limit().get().count();
        return predicate.count(_ -> true).must() < count
                ? Optional.empty()
                : Optional.of(new PromisedRows(predicate, count));
    }

    /** Takes in objects that live, and says whether they hold the rows together with those taken in before. */
    public boolean isKeptBy(List<LiveObject> objects) {
        for (var verdict : predicate.lookup(objects)) {
            missing -= AnyRows.matchingRows(verdict);
        }
        return missing <= 0;
    }
}
