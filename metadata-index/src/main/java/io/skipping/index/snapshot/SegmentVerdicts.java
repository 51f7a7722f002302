// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static java.util.Objects.requireNonNull;

import io.skipping.index.plan.CompiledPredicate;
import io.skipping.index.plan.RangeVerdicts;
import io.skipping.index.plan.Reasons;
import io.skipping.index.predicate.Predicate;
import java.util.Collection;
import java.util.List;

/** Holds the verdicts on all ranges of a segment, and the names of their reasons. */
record SegmentVerdicts(RangeVerdicts ranges, Reasons reasons) {
    SegmentVerdicts {
        requireNonNull(ranges, "ranges is null");
        requireNonNull(reasons, "reasons is null");
    }

    /** Evaluates a conjunction. */
    static SegmentVerdicts of(OpenSegment segment, Collection<Predicate> conjuncts) {
        Reasons reasons = Reasons.of(segment.decidable());
        return new SegmentVerdicts(
                CompiledPredicate.compile(conjuncts, List.of(), segment, reasons)
                        .evaluate(segment.rangeCount()),
                reasons);
    }

    /**
     * Evaluates a conjunction of which a part was already evaluated.
     *
     * @param before the conjuncts that these verdicts already cover
     * @param more the conjuncts to add
     */
    SegmentVerdicts and(OpenSegment segment, Collection<Predicate> before, Collection<Predicate> more) {
        return new SegmentVerdicts(
                CompiledPredicate.compile(more, before, segment, reasons).evaluate(ranges), reasons);
    }

    /** Returns the approximate heap size in bytes. */
    long retainedBytes() {
        return ranges.size();
    }
}
