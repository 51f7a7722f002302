// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.train;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

final class RoundRobin extends CutStrategy {
    @Override
    Optional<Cut> balanced(Bucket bucket, List<Cut> medians) {
        return medians.stream().filter(Cut::balanced).min(Comparator.comparingInt(cut -> turn(bucket, cut.column())));
    }
}
