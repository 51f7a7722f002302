// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import io.skipping.index.predicate.Verdict;
import java.util.Arrays;

/**
 * Verdicts on neighbouring ranges, a byte each: 0 for "may match", -1 for "must match", and n &gt; 0 for "cannot match, because of
 * reason n" of some {@link Reasons}.
 */
public final class RangeVerdicts {
    static final byte MAY = 0;
    static final byte MUST = -1;

    private final byte[] codes;

    private RangeVerdicts(byte[] codes) {
        this.codes = codes;
    }

    static RangeVerdicts all(int ranges, byte code) {
        byte[] codes = new byte[ranges];
        if (code != MAY) {
            Arrays.fill(codes, code);
        }
        return new RangeVerdicts(codes);
    }

    /** Returns verdicts by which all ranges may match. */
    public static RangeVerdicts mayMatch(int ranges) {
        return all(ranges, MAY);
    }

    /** Returns verdicts by which no range can match, until {@link #set} and the like say otherwise. */
    public static RangeVerdicts cannotMatch(int ranges, byte reason) {
        return all(ranges, reason);
    }

    public int size() {
        return codes.length;
    }

    byte[] codes() {
        return codes;
    }

    /** Returns a copy of those from one range to before another. */
    public RangeVerdicts slice(int from, int to) {
        return new RangeVerdicts(Arrays.copyOfRange(codes, from, to));
    }

    /** @param first where the verdict on the first range goes */
    void copyTo(RangeVerdicts target, int first) {
        System.arraycopy(codes, 0, target.codes, first, codes.length);
    }

    public Verdict verdict(int range) {
        byte code = codes[range];
        return code > 0 ? Verdict.CANNOT_MATCH : code == MUST ? Verdict.MUST_MATCH : Verdict.MAY_MATCH;
    }

    /** Returns why a range cannot match, as a number among {@link Reasons}; not positive if it may. */
    public byte reason(int range) {
        return codes[range];
    }

    /** Takes over a verdict of others, whose reasons have the same numbers. */
    public void set(int range, byte reason) {
        codes[range] = reason;
    }

    public void setMayMatch(int range) {
        codes[range] = MAY;
    }

    public void setMustMatch(int range) {
        codes[range] = MUST;
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

    /** Makes these the verdicts on a disjunction; of two reasons the first one's stays. */
    void or(RangeVerdicts that) {
        for (int range = 0; range < codes.length; range++) {
            byte left = codes[range];
            byte right = that.codes[range];
            // either one proves; only both together kill
            codes[range] = left == MUST || right == MUST ? MUST : left > 0 && right > 0 ? left : MAY;
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

    /** Makes these the verdicts on a conjunction with something of which nothing is known. */
    void proveNothing() {
        for (int range = 0; range < codes.length; range++) {
            codes[range] = codes[range] == MUST ? MAY : codes[range];
        }
    }

    /** Makes these the verdicts on a disjunction with something of which nothing is known. */
    void excludeNothing() {
        for (int range = 0; range < codes.length; range++) {
            codes[range] = codes[range] > 0 ? MAY : codes[range];
        }
    }
}
