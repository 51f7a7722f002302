// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import java.util.function.Consumer;

/**
 * A job of Spark that writes readings of some days, a folder each. What it writes is known from its number.
 *
 * @param number of the job, from 0
 * @param overwrites whether it replaces what there is of its days; otherwise it adds to them
 * @param objects of each day
 * @param rows of each object
 */
record Job(int number, boolean overwrites, int firstDay, int days, int objects, int rows) {
    private static final int TOWNS = 40;

    /** As ReadingJobs of the Spark jobs takes it. */
    String order(String destination) {
        return "readings %d %s %d %d %d %d %s"
                .formatted(number, overwrites ? "overwrite" : "append", firstDay, days, objects, rows, destination);
    }

    private long rowsOfDay() {
        return (long) objects * rows;
    }

    /** Tells of each row that it writes; the same as ReadingJobs computes. */
    void forEachRow(Consumer<Reading> consumer) {
        for (int day = 0; day < days; day++) {
            for (long place = 0; place < rowsOfDay(); place++) {
                consumer.accept(row(place));
            }
        }
    }

    private Reading row(long place) {
        return row(number, place, rowsOfDay());
    }

    /**
     * A row of a job.
     *
     * @param place of the row in its day, from 0
     * @param rowsOfDay that the job writes
     */
    static Reading row(int number, long place, long rowsOfDay) {
        long shuffled = place * 7919 % rowsOfDay;
        return new Reading(
                number,
                shuffled,
                town(place, rowsOfDay),
                latitude(place, rowsOfDay),
                1 + 6.0 * shuffled / rowsOfDay,
                (place * 31 + number) % 1000);
    }

    static String town(long place, long rowsOfDay) {
        return "town-" + place * TOWNS / rowsOfDay;
    }

    static double latitude(long place, long rowsOfDay) {
        return 42 + 8.0 * place / rowsOfDay;
    }
}
