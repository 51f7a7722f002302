// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

/**
 * What a query says of one job's rows.
 *
 * @param energy their sum
 */
record Totals(long rows, long energy) {
    static final Totals NONE = new Totals(0, 0);

    Totals plus(Reading reading) {
        return new Totals(rows + 1, energy + reading.energy());
    }
}
