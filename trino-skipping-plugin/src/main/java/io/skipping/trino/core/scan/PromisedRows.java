// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.ScanPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Waits for the rows of a limit that are certain to match. The index promises enough such rows, and the listing shows
 * where they are. Waiting pays off because objects that only may match need not be read then. Not thread-safe.
 */
final class PromisedRows {
    private final ScanPlan plan;
    private long missing;

    private PromisedRows(ScanPlan plan, long count) {
        this.plan = requireNonNull(plan, "plan is null");
        this.missing = count;
    }

    /**
     * Creates the wait for a scan.
     *
     * @param plan supplies the plan for the scan's constraint; called only if it is needed
     * @return empty if the index does not promise enough rows, or there is nothing to wait for because every row
     *     matches
     */
    public static Optional<PromisedRows> of(ScanDemand demand, Supplier<ScanPlan> plan) {
        if (demand.isUnconditional() || demand.limit().isEmpty()) {
            return Optional.empty();
        }
        long count = demand.limit().get().count();
        ScanPlan rows = plan.get();
        return rows.count(_ -> true).must() < count ? Optional.empty() : Optional.of(new PromisedRows(rows, count));
    }

    /** Adds listed objects, and returns whether they and all objects added before contain enough rows that match. */
    public boolean isKeptBy(List<LiveObject> objects) {
        for (var verdict : plan.lookup(objects)) {
            missing -= AnyRows.matchingRows(verdict);
        }
        return missing <= 0;
    }
}
