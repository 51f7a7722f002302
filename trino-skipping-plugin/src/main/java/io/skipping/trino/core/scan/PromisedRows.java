// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ScanPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Waits for the rows of a limit that are certain to match. The index promises enough such rows, and the listing shows
 * where they are. Waiting pays off because objects that only may match need not be read then. But the index also counts
 * rows of objects that are not listed, such as those of other snapshots and partitions, so the wait ends if no such row
 * comes. Not thread-safe.
 */
final class PromisedRows {
    /** The number of objects in succession that may match, of which none is certain to, at which the wait ends. */
    private static final int MOST_UNCERTAIN = 1000;

    private final Function<List<ScanUnit>, List<ObjectVerdict>> lookup;
    private long missing;
    private int uncertain;

    private PromisedRows(Function<List<ScanUnit>, List<ObjectVerdict>> lookup, long count) {
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.missing = count;
    }

    /**
     * Creates the wait for a scan.
     *
     * @param plan supplies the plan for the scan's constraint; called only if it is needed
     * @param lookup returns the verdicts on the objects of units, as {@link IndexStage#lookup}
     * @return empty if the index does not promise enough rows, or there is nothing to wait for because every row
     *     matches
     */
    public static Optional<PromisedRows> of(
            ScanDemand demand, Supplier<ScanPlan> plan, Function<List<ScanUnit>, List<ObjectVerdict>> lookup) {
        if (demand.isUnconditional() || demand.limit().isEmpty()) {
            return Optional.empty();
        }
        long count = demand.limit().get().count();
        return plan.get().count(_ -> true).must() < count
                ? Optional.empty()
                : Optional.of(new PromisedRows(lookup, count));
    }

    /**
     * Adds listed units, and returns whether the wait ends: their objects and all objects added before contain enough rows that
     * match, or too many of them none. Rows of objects from which some are deleted do not count, as they do not for the limit.
     */
    public boolean isOverAfter(List<ScanUnit> units) {
        List<ScanUnit> objects =
                units.stream().filter(ScanUnit::isFirstOfObject).collect(toImmutableList());
        List<ObjectVerdict> verdicts = lookup.apply(objects);
        for (int i = 0; i < objects.size(); i++) {
            long rows = objects.get(i).object().isReadInFull() ? AnyRows.matchingRows(verdicts.get(i)) : 0;
            missing -= rows;
            if (rows > 0) {
                uncertain = 0;
            } else if (mayMatch(verdicts.get(i))) {
                uncertain++;
            }
        }
        return missing <= 0 || uncertain >= MOST_UNCERTAIN;
    }

    private static boolean mayMatch(ObjectVerdict verdict) {
        return !(verdict instanceof Known known) || known.isLeft();
    }
}
