// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import static io.skipping.index.plan.RangeVerdicts.MAY;
import static io.skipping.index.plan.RangeVerdicts.MUST;

import io.skipping.index.type.Verdicts;
import io.skipping.index.type.Zones;
import java.util.Arrays;

/**
 * Collects the verdicts of one index on a leaf. Verdicts of another index that were set earlier remain.
 *
 * @param codes of the ranges from {@code first} on, as in {@link RangeVerdicts}
 * @param irrelevant for each of these ranges, whether its verdict will be ignored
 * @param reason number of the index type among the {@link Reasons}
 * @param first range of the first code
 */
record LeafVerdicts(byte[] codes, boolean[] irrelevant, byte reason, int first) implements Verdicts {
    private static final byte[] UNDECIDED = new byte[Zones.RANGES];

    static {
        Arrays.fill(UNDECIDED, MAY);
    }

    @Override
    public void cannotMatch(int range) {
        decide(range, reason);
    }

    @Override
    public void mustMatch(int range) {
        decide(range, MUST);
    }

    private void decide(int range, byte code) {
        if (codes[range - first] == MAY) {
            codes[range - first] = code;
        }
    }

    @Override
    public void cannotMatch(int from, int to) {
        decide(from, to, reason);
    }

    @Override
    public void mustMatch(int from, int to) {
        decide(from, to, MUST);
    }

    /** Fills undecided stretches in one call, the most common case. */
    private void decide(int from, int to, byte code) {
        for (int start = from - first; start < to - first; start += UNDECIDED.length) {
            int end = Math.min(to - first, start + UNDECIDED.length);
            if (Arrays.equals(codes, start, end, UNDECIDED, 0, end - start)) {
                Arrays.fill(codes, start, end, code);
                continue;
            }
            for (int index = start; index < end; index++) {
                codes[index] = codes[index] == MAY ? code : codes[index];
            }
        }
    }

    @Override
    public boolean isDecided(int range) {
        return irrelevant[range - first] || codes[range - first] != MAY;
    }
}
