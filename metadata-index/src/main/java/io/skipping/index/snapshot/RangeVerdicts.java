// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.predicate.Verdict;
import java.util.Arrays;
import java.util.List;

/**
 * Verdicts on neighbouring ranges of a segment, a byte each: 0 for "may match", -1 for "must match", and n &gt; 0 for "cannot
 * match, because of reason n".
 */
final class RangeVerdicts {
    static final byte MAY = 0;
    static final byte MUST = -1;

    private final byte[] codes;

    RangeVerdicts(byte[] codes) {
        this.codes = codes;
    }

    static RangeVerdicts all(int ranges, byte code) {
        byte[] codes = new byte[ranges];
        if (code != MAY) {
            Arrays.fill(codes, code);
        }
        return new RangeVerdicts(codes);
    }

    /** @param first where the verdict on the first range goes */
    void copyTo(byte[] target, int first) {
        System.arraycopy(codes, 0, target, first, codes.length);
    }

    byte code(int range) {
        return codes[range];
    }

    Verdict verdict(int range) {
        byte code = codes[range];
        return code > 0 ? Verdict.CANNOT_MATCH : code == MUST ? Verdict.MUST_MATCH : Verdict.MAY_MATCH;
    }

    /** Why a range cannot match; empty if it may. */
    String reason(int range, List<String> reasons) {
        return codes[range] > 0 ? reasons.get(codes[range] - 1) : "";
    }

    /** Makes these the verdicts on a conjunction; of two reasons the first one's stays. */
    void and(RangeVerdicts that) {
        for (int range = 0; range < codes.length; range++) {
            byte left = codes[range];
            byte right = that.codes[range];
            // either one kills; only both together prove
            codes[range] = left > 0 ? left : right > 0 ? right : (byte) (left & right);
        }
    }

    /** Takes over what cannot match by others that are implied by these: what these prove stays proven. */
    void exclude(RangeVerdicts that) {
        for (int range = 0; range < codes.length; range++) {
            if (codes[range] <= 0 && that.codes[range] > 0) {
                codes[range] = that.codes[range];
            }
        }
    }

    /** Makes these the verdicts on a disjunction; of two reasons the first one's stays. */
    void or(RangeVerdicts that) {
        for (int range = 0; range < codes.length; range++) {
            byte left = codes[range];
            byte right = that.codes[range];
            // either one proves; only both together kill
            codes[range] = left == MUST || right == MUST ? MUST : left > 0 && right > 0 ? left : MAY;
        }
    }
}
