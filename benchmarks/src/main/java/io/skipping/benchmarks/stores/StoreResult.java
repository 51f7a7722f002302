// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import io.skipping.benchmarks.measure.Quartiles;
import java.util.List;

/**
 * Holds the measurements of a store.
 *
 * @param loadSeconds from the start of a build to its publication
 * @param bytes size of the index
 */
record StoreResult(String system, double loadSeconds, long bytes, List<OfCase> cases) {
    /**
     * Holds the measurements of a question.
     *
     * @param left number of objects that are not pruned
     * @param equal whether these are the same objects as with the first store
     * @param coldSeconds time to the verdicts on all ranges, with nothing in memory
     * @param lookupSeconds time to the verdicts on all ranges and to report the verdict on each object
     * @param warm seconds to the verdicts on all ranges, with the snapshot in memory
     * @param concurrent the same, for each of several concurrent clients
     */
    record OfCase(
            String name,
            int left,
            boolean equal,
            double coldSeconds,
            double lookupSeconds,
            Quartiles warm,
            Quartiles concurrent) {}

    boolean equalResults() {
        return cases.stream().allMatch(OfCase::equal);
    }
}
