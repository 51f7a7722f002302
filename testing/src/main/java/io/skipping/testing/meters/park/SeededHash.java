// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

/**
 * Provides randomness as a pure function: the same key gives the same number, and there is no state to share or to
 * replay.
 */
public final class SeededHash {
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private SeededHash() {}

    /** Returns a well-mixed 64-bit value for the pair. */
    public static long hash(long seed, long key) {
        return mix(seed + GOLDEN_RATIO * (key + 1));
    }

    /** Returns a number for the pair, uniformly distributed in [0, 1). */
    static double uniform(long seed, long key) {
        return unit(hash(seed, key));
    }

    /** Returns a number for the pair with standard normal distribution (Box–Muller). */
    static double normal(long seed, long key) {
        long first = hash(seed, key);
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - unit(first)));
        return radius * StrictMath.cos(2 * StrictMath.PI * unit(mix(first + GOLDEN_RATIO)));
    }

    /** Returns the upper 53 bits of a hash as a number in [0, 1). */
    static double unit(long hash) {
        return (hash >>> 11) * 0x1.0p-53;
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
