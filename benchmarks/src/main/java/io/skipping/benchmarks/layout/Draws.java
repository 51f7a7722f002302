// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.testing.meters.SeededHash;
import java.util.stream.IntStream;

/** Numbers drawn evenly, the same for the same seed. */
final class Draws {
    private Draws() {}

    /** So many numbers from 0 to below an end. */
    static int[] of(long seed, int count, int end) {
        return IntStream.range(0, count)
                .map(index -> (int) Math.floorMod(SeededHash.hash(seed, index) >>> 1, (long) end))
                .toArray();
    }

    /** From 0 to below 1. */
    static double unit(long seed, long key) {
        return (SeededHash.hash(seed, key) >>> 11) * 0x1.0p-53;
    }
}
