// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.plan.RangeVerdicts;
import io.skipping.index.plan.Reasons;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import java.util.BitSet;
import java.util.List;

/**
 * Evaluates predicates on a segment of which a search found some ranges: these are evaluated, and the others cannot
 * match.
 */
final class SearchedSegment {
    private SearchedSegment() {}

    /**
     * Evaluates the predicate on the ranges that were found.
     *
     * @param reason of the verdicts on the ranges that were not found
     * @param limit how many bytes of summaries may be fetched
     * @throws LargeSummariesException if there are more
     */
    static SegmentVerdicts evaluate(OpenSegment segment, BitSet found, String reason, Predicate predicate, long limit) {
        int[] ranges = found.stream().toArray();
        OpenSegment part = segment.part(ranges, predicate, limit);
        Reasons reasons = Reasons.of(part.decidable()).behind(reason);
        RangeVerdicts verdicts = RangeVerdicts.cannotMatch(segment.rangeCount(), reasons.number(reason));
        if (ranges.length > 0) {
            SegmentVerdicts evaluated = SegmentVerdicts.of(part, List.of(predicate));
            for (int i = 0; i < ranges.length; i++) {
                byte code = evaluated.ranges().reason(i);
                verdicts.set(
                        ranges[i],
                        evaluated.ranges().verdict(i) == Verdict.CANNOT_MATCH
                                ? reasons.number(evaluated.reasons().name(code))
                                : code);
            }
        }
        return new SegmentVerdicts(verdicts, reasons);
    }

    /** Returns MAY_MATCH for the ranges that were found, without evaluating the predicate on them. */
    static SegmentVerdicts of(OpenSegment segment, BitSet found, String reason) {
        Reasons reasons = Reasons.of(List.of()).behind(reason);
        RangeVerdicts verdicts = RangeVerdicts.cannotMatch(segment.rangeCount(), reasons.number(reason));
        found.stream().forEach(verdicts::setMayMatch);
        return new SegmentVerdicts(verdicts, reasons);
    }
}
