// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.testing.meters.park.SeededHash;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** Divides the map into squares, whose sides are parts of a degree. */
final class Squares {
    private Squares() {}

    /**
     * Draws one meter from each square that has any. Squares are in random order.
     *
     * @param precision decimals of a degree of the squares' sides
     */
    static int[] representatives(Readings readings, int precision, long seed) {
        double squaresADegree = Math.pow(10, precision);
        Comparator<Integer> drawn = Comparator.comparingLong(meter -> SeededHash.hash(seed, meter));
        Map<Cell, Integer> representatives = new HashMap<>();
        for (int meter = 0; meter < readings.meters(); meter++) {
            representatives.merge(
                    Cell.of(readings, meter, squaresADegree),
                    meter,
                    (one, other) -> drawn.compare(one, other) <= 0 ? one : other);
        }
        // another hash: by the first, squares with many meters would come first
        return representatives.values().stream()
                .sorted(Comparator.comparingLong(meter -> SeededHash.hash(seed + 1, meter)))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
