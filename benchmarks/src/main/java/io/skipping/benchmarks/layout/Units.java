// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import java.util.BitSet;

/**
 * Describes what is read or skipped as a whole: objects or ranges.
 *
 * @param bytes size of each unit
 * @param unitOfRow the unit of each row
 * @param ends end of each unit in the placement's rows
 */
record Units(long[] bytes, int[] unitOfRow, int[] ends, Verdict verdict) {
    interface Verdict {
        boolean mayMatch(int unit, Question question);
    }

    int count() {
        return bytes.length;
    }

    /** Returns the same units, skipped also by the boxes of their places. */
    Units with(PlaceBoxes[] boxes) {
        return new Units(
                bytes,
                unitOfRow,
                ends,
                (unit, question) -> verdict.mayMatch(unit, question) && boxes[unit].mayMatch(question));
    }

    BitSet read(Question question) {
        BitSet read = new BitSet(bytes.length);
        for (int unit = 0; unit < bytes.length; unit++) {
            if (verdict.mayMatch(unit, question)) {
                read.set(unit);
            }
        }
        return read;
    }

    long bytes(BitSet units) {
        return units.stream().mapToLong(unit -> bytes[unit]).sum();
    }
}
