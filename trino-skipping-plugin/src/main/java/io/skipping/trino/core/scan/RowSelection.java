// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import java.util.List;

/** Prunes the ranges that a limit makes unnecessary, among those that the predicate leaves. Not thread-safe. */
interface RowSelection {
    /**
     * Prunes ranges of some objects.
     *
     * @param objects objects of the scan, with all their rows
     * @param verdicts one verdict for each object
     * @return one selection for each object
     */
    List<Selected> select(List<LiveObject> objects, List<ObjectVerdict> verdicts);

    /** Returns whether the scan needs nothing beyond what was selected. */
    boolean isComplete();

    /**
     * Holds what is left of an object.
     *
     * @param verdict {@link Verdict#CANNOT_MATCH} for the ranges that need not be read
     * @param guarantees rows that make other ranges of this or other objects unnecessary, in the order of their ranges
     */
    record Selected(ObjectVerdict verdict, List<Guarantee> guarantees) {
        public Selected {
            requireNonNull(verdict, "verdict is null");
            guarantees = ImmutableList.copyOf(guarantees);
        }

        /** Selects everything that the predicate leaves, without guarantees. */
        static Selected all(ObjectVerdict verdict) {
            return new Selected(verdict, ImmutableList.of());
        }
    }

    /** Returns a verdict that prunes all of an object about which nothing is known. */
    static ObjectVerdict leaveOut(LiveObject object, String reason) {
        ByteRange all = new ByteRange(0, object.version().size());
        return ObjectVerdict.Known.of(ImmutableList.of(new RangeVerdict(all, 0, Verdict.CANNOT_MATCH, reason)));
    }
}
