// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static io.skipping.index.snapshot.RangeVerdicts.MAY;

import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.SegmentEvaluator.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Verdicts on a segment of which a search found some ranges: these are evaluated, the others cannot match. */
final class SearchedSegment {
    private static final byte EXCLUDED = 1;

    private SearchedSegment() {}

    /** @param reason of the verdicts on what was not found */
    static Result evaluate(OpenSegment segment, BitSet found, String reason, Predicate predicate) {
        int[] ranges = found.stream().toArray();
        Result part = ranges.length == 0
                ? new Result(RangeVerdicts.all(0, MAY), List.of())
                : SegmentEvaluator.evaluate(segment.part(ranges, predicate.columns()), predicate);
        byte[] codes = new byte[segment.rangeCount()];
        Arrays.fill(codes, EXCLUDED);
        for (int i = 0; i < ranges.length; i++) {
            byte code = part.verdicts().code(i);
            // the reasons of the part come behind the one of the search
            codes[ranges[i]] = code > 0 && code < Byte.MAX_VALUE ? (byte) (code + 1) : code;
        }
        List<String> reasons = new ArrayList<>(List.of(reason));
        reasons.addAll(part.reasons());
        return new Result(new RangeVerdicts(codes), reasons);
    }

    /** The same, without a look at what was found: it may match. */
    static Result of(OpenSegment segment, BitSet found, String reason) {
        byte[] codes = new byte[segment.rangeCount()];
        Arrays.fill(codes, EXCLUDED);
        found.stream().forEach(range -> codes[range] = MAY);
        return new Result(new RangeVerdicts(codes), List.of(reason));
    }
}
