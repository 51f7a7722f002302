// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import java.util.List;

/**
 * Holds everything that the demo has measured.
 *
 * @param queries the main query first
 * @param likeMeters a meter beside those like it
 */
record DemoResult(IndexCost index, List<Comparison> queries, LikeMeters likeMeters) {
    DemoResult {
        queries = List.copyOf(queries);
    }

    Comparison main() {
        return queries.getFirst();
    }

    boolean equalResults() {
        return queries.stream().allMatch(Comparison::equalResults) && likeMeters.equalResults();
    }
}
