// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

/**
 * Says how much jobs write.
 *
 * @param pastDays number of days that are written once
 * @param pastObjects number of objects per past day
 * @param objects number of objects that a job writes per day
 * @param rows number of rows per object
 */
record TableSize(int pastDays, int pastObjects, int objects, int rows) {
    static final TableSize QUICK = new TableSize(4, 4, 2, 1000);
    static final TableSize MEASURED = new TableSize(12, 4, 2, 5000);

    /** Returns the number of rows that a job writes per day. */
    long rowsOfDay() {
        return (long) objects * rows;
    }

    /** Describes the past days for human readers. */
    String describe() {
        return "%d objects of %d rows in %d days".formatted(pastDays * pastObjects, rows, pastDays);
    }
}
