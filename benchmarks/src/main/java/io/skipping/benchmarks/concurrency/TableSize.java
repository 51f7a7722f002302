// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

/**
 * How much jobs write.
 *
 * @param pastDays days that are written once
 * @param objects that a job writes of a day
 * @param rows of an object
 */
record TableSize(int pastDays, int objects, int rows) {
    static final TableSize QUICK = new TableSize(4, 4, 1000);
    static final TableSize MEASURED = new TableSize(12, 8, 5000);

    long rowsOfDay() {
        return (long) objects * rows;
    }

    /** For people. */
    String describe() {
        return "%d objects of %d rows in %d days".formatted(pastDays * objects, rows, pastDays);
    }
}
