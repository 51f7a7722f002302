// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import java.util.Map;
import java.util.Optional;

/**
 * Describes a query that a client ran.
 *
 * @param began in nanoseconds
 * @param ended in nanoseconds
 * @param answer the totals of each job that it saw; empty if the query failed
 * @param error the error message; an empty string if the query succeeded
 */
record Asked(Question question, long began, long ended, Optional<Map<Integer, Totals>> answer, String error) {
    double seconds() {
        return (ended - began) / 1e9;
    }
}
