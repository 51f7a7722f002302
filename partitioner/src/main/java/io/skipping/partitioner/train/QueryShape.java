// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Comparator;
import java.util.List;

/** Implements {@link CutStrategy#queryShape}. */
final class QueryShape extends CutStrategy {
    @Override
    List<Cut> balanced(Bucket bucket, List<Cut> medians, int most) {
        return medians.stream()
                .filter(Cut::balanced)
                .sorted(Comparator.<Cut>comparingDouble(cut -> -length(bucket, cut.column()))
                        .thenComparingInt(cut -> turn(bucket, cut.column())))
                .limit(most)
                .toList();
    }

    private static double length(Bucket bucket, int column) {
        double typical = bucket.queries().typicalExtent(bucket.sample(), column);
        return typical == 0 ? Double.MAX_VALUE : bucket.box().extent(bucket.sample(), column) / typical;
    }
}
