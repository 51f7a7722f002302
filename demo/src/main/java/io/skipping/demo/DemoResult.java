// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import java.util.List;

/**
 * All that the demo has found out.
 *
 * @param queries the main one first
 */
record DemoResult(IndexCost index, List<Comparison> queries) {
    DemoResult {
        queries = List.copyOf(queries);
    }

    Comparison main() {
        return queries.getFirst();
    }

    boolean equalResults() {
        return queries.stream().allMatch(Comparison::equalResults);
    }
}
