// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.testing.meters.park.SeededHash;
import java.util.stream.IntStream;

/** Draws uniformly distributed numbers; the same seed gives the same numbers. */
final class Draws {
    private Draws() {}

    /** Returns {@code count} numbers from 0 (inclusive) to {@code end} (exclusive). */
    static int[] of(long seed, int count, int end) {
        return IntStream.range(0, count)
                .map(index -> (int) Math.floorMod(SeededHash.hash(seed, index) >>> 1, (long) end))
                .toArray();
    }

    /** Returns a number from 0 (inclusive) to 1 (exclusive). */
    static double unit(long seed, long key) {
        return (SeededHash.hash(seed, key) >>> 11) * 0x1.0p-53;
    }
}
