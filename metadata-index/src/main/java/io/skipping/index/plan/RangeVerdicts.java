// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import io.skipping.index.predicate.Verdict;
import java.util.Arrays;

/**
 * Holds verdicts on neighbouring ranges, one byte each: 0 for "may match", -1 for "must match", and n &gt; 0 for
 * "cannot match, because of reason n" among some {@link Reasons}.
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

    /** Returns verdicts that say MAY_MATCH for all ranges. */
    public static RangeVerdicts mayMatch(int ranges) {
        return all(ranges, MAY);
    }

    /** Returns verdicts that say CANNOT_MATCH for all ranges, to be changed by {@link #set} and the other setters. */
    public static RangeVerdicts cannotMatch(int ranges, byte reason) {
        return all(ranges, reason);
    }

    public int size() {
        return codes.length;
    }

    byte[] codes() {
        return codes;
    }

    /** Returns a copy of the verdicts from one range, inclusive, to another, exclusive. */
    public RangeVerdicts slice(int from, int to) {
        return new RangeVerdicts(Arrays.copyOfRange(codes, from, to));
    }

    /**
     * Copies these verdicts into others.
     *
     * @param first range of the target that receives the first verdict
     */
    void copyTo(RangeVerdicts target, int first) {
        System.arraycopy(codes, 0, target.codes, first, codes.length);
    }

    public Verdict verdict(int range) {
        byte code = codes[range];
        return code > 0 ? Verdict.CANNOT_MATCH : code == MUST ? Verdict.MUST_MATCH : Verdict.MAY_MATCH;
    }

    /** Returns why a range cannot match, as a number among {@link Reasons}; zero or negative if it may match. */
    public byte reason(int range) {
        return codes[range];
    }

    /**
     * Sets the verdict on a range.
     *
     * @param reason code of the verdict, from {@link #reason} of verdicts whose reasons have the same numbers
     */
    public void set(int range, byte reason) {
        codes[range] = reason;
    }

    public void setMayMatch(int range) {
        codes[range] = MAY;
    }

    public void setMustMatch(int range) {
        codes[range] = MUST;
    }

    /** Combines these with the verdicts on another conjunct. Of two reasons, that of these verdicts remains. */
    void and(RangeVerdicts that) {
        for (int range = 0; range < codes.length; range++) {
            byte left = codes[range];
            byte right = that.codes[range];
            // one leg is enough to exclude a range; proof needs both
            codes[range] = left > 0 ? left : right > 0 ? right : (byte) (left & right);
        }
    }

    /** Combines these with the verdicts on another disjunct. Of two reasons, that of these verdicts remains. */
    void or(RangeVerdicts that) {
        for (int range = 0; range < codes.length; range++) {
            byte left = codes[range];
            byte right = that.codes[range];
            // one leg is enough to prove; excluding a range needs both
            codes[range] = left == MUST || right == MUST ? MUST : left > 0 && right > 0 ? left : MAY;
        }
    }

    /**
     * Takes over CANNOT_MATCH from verdicts on a predicate that this one implies. Ranges proven to match by these
     * verdicts stay proven.
     */
    void exclude(RangeVerdicts that) {
        for (int range = 0; range < codes.length; range++) {
            if (codes[range] == MAY && that.codes[range] > 0) {
                codes[range] = that.codes[range];
            }
        }
    }

    /** Combines these with a conjunct about which nothing is known. */
    void proveNothing() {
        for (int range = 0; range < codes.length; range++) {
            codes[range] = codes[range] == MUST ? MAY : codes[range];
        }
    }

    /** Combines these with a disjunct about which nothing is known. */
    void excludeNothing() {
        for (int range = 0; range < codes.length; range++) {
            codes[range] = codes[range] > 0 ? MAY : codes[range];
        }
    }
}
