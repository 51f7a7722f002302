// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

/**
 * How much jobs write.
 *
 * @param pastDays days that are written once
 * @param pastObjects of each of them
 * @param objects that a job writes of a day
 * @param rows of an object
 */
record TableSize(int pastDays, int pastObjects, int objects, int rows) {
    static final TableSize QUICK = new TableSize(4, 4, 2, 1000);
    static final TableSize MEASURED = new TableSize(12, 4, 2, 5000);

    /** That a job writes. */
    long rowsOfDay() {
        return (long) objects * rows;
    }

    /** Of what is past, for people. */
    String describe() {
        return "%d objects of %d rows in %d days".formatted(pastDays * pastObjects, rows, pastDays);
    }
}
