// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import java.util.Map;
import java.util.Optional;

/**
 * A query that a client ran.
 *
 * @param began nanoseconds
 * @param ended nanoseconds
 * @param answer totals of each job that it saw; absent when the query failed
 * @param error what it failed with; empty when it did not
 */
record Asked(Question question, long began, long ended, Optional<Map<Integer, Totals>> answer, String error) {
    double seconds() {
        return (ended - began) / 1e9;
    }
}
