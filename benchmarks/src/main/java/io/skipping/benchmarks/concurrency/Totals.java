// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

/**
 * Holds what a query returns for one job.
 *
 * @param rows number of rows
 * @param energy sum of their energies
 */
record Totals(long rows, long energy) {
    static final Totals NONE = new Totals(0, 0);

    Totals plus(Reading reading) {
        return new Totals(rows + 1, energy + reading.energy());
    }
}
