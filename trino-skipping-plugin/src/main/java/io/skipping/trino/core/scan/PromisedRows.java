// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.ScanPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * So many rows that surely match as a limit asks for: an index promises them, and the listing shows where they are. It is
 * worth waiting for them, since objects that only may match need not be read then. Not thread-safe.
 */
public final class PromisedRows {
    private final ScanPlan plan;
    private long missing;

    private PromisedRows(ScanPlan plan, long count) {
        this.plan = requireNonNull(plan, "plan is null");
        this.missing = count;
    }

    /**
     * @param plan of what the demand makes of rows; asked for only if it is of use
     * @return empty if there is no such promise, or nothing to wait for since every object will do
     */
    public static Optional<PromisedRows> of(ScanDemand demand, Supplier<ScanPlan> plan) {
        if (demand.isUnconditional() || demand.limit().isEmpty()) {
            return Optional.empty();
        }
        long count = demand.limit().get().count();
        ScanPlan rows = plan.get();
        return rows.count(_ -> true).must() < count ? Optional.empty() : Optional.of(new PromisedRows(rows, count));
    }

    /** Takes in objects that live, and says whether they hold the rows together with those taken in before. */
    public boolean isKeptBy(List<LiveObject> objects) {
        for (var verdict : plan.lookup(objects)) {
            missing -= AnyRows.matchingRows(verdict);
        }
        return missing <= 0;
    }
}
