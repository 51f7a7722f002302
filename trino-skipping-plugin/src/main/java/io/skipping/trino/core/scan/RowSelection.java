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

/** Leaves out what a limit of rows does not need, of what a predicate leaves. Not thread-safe. */
public interface RowSelection {
    /**
     * @param objects objects of the scan, with all their rows
     * @param verdicts one for each
     * @return one for each object
     */
    List<Selected> select(List<LiveObject> objects, List<ObjectVerdict> verdicts);

    /** Whether nothing more of the scan is needed than what was selected. */
    boolean isComplete();

    /**
     * Holds what is left of an object.
     *
     * @param verdict with {@link Verdict#CANNOT_MATCH} for what need not be read
     * @param guarantees rows that make other ranges needless, of this object or of others; in order of their ranges
     */
    record Selected(ObjectVerdict verdict, List<Guarantee> guarantees) {
        public Selected {
            requireNonNull(verdict, "verdict is null");
            guarantees = ImmutableList.copyOf(guarantees);
        }

        /** All that the predicate leaves, and nothing counts on it. */
        static Selected all(ObjectVerdict verdict) {
            return new Selected(verdict, ImmutableList.of());
        }
    }

    /** A verdict on all of an object of which nothing is known. */
    static ObjectVerdict leaveOut(LiveObject object, String reason) {
        ByteRange all = new ByteRange(0, object.version().size());
        return ObjectVerdict.Known.of(ImmutableList.of(new RangeVerdict(all, 0, Verdict.CANNOT_MATCH, reason)));
    }
}
