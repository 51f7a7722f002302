// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import static io.skipping.index.plan.RangeVerdicts.MAY;
import static io.skipping.index.plan.RangeVerdicts.MUST;

import io.skipping.index.type.Verdicts;

/**
 * Takes what one index says of a leaf. What another index has said before stays.
 *
 * @param codes of the ranges from {@code first} on, as {@link RangeVerdicts} has them
 */
record LeafVerdicts(byte[] codes, boolean[] irrelevant, byte reason, int first) implements Verdicts {
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

    /** Without a branch, so that many are decided at once. */
    private void decide(int from, int to, byte code) {
        for (int index = from - first; index < to - first; index++) {
            codes[index] = codes[index] == MAY ? code : codes[index];
        }
    }

    @Override
    public boolean isDecided(int range) {
        return irrelevant[range - first] || codes[range - first] != MAY;
    }
}
