// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import io.skipping.benchmarks.measure.Quartiles;
import java.util.List;

/**
 * What was measured of a store.
 *
 * @param loadSeconds from the beginning of a build to its publication
 * @param bytes that the index takes
 */
record StoreResult(String system, double loadSeconds, long bytes, List<OfCase> cases) {
    /**
     * What was measured of a question.
     *
     * @param left objects that are not pruned
     * @param equal whether these are the same as of the first store
     * @param coldSeconds to verdicts on all ranges, with nothing in memory
     * @param lookupSeconds to verdicts on all ranges and to say so of each object
     * @param warm seconds to verdicts on all ranges, with the snapshot in memory
     * @param concurrent the same, of each of several clients
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
