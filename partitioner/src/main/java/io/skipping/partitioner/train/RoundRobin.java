// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Comparator;
import java.util.List;

/** Implements {@link CutStrategy#roundRobin}. */
final class RoundRobin extends CutStrategy {
    @Override
    List<Cut> balanced(Bucket bucket, List<Cut> medians, int most) {
        return medians.stream()
                .filter(Cut::balanced)
                .sorted(Comparator.comparingInt(cut -> turn(bucket, cut.column())))
                .limit(most)
                .toList();
    }
}
