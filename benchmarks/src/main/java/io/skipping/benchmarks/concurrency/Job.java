// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import java.util.function.Consumer;

/**
 * Describes a Spark job that writes readings of some days, with a folder for each day. Its number determines what it
 * writes.
 *
 * @param number number of the job, from 0
 * @param overwrites whether it replaces the existing data of its days; otherwise it adds to it
 * @param objects number of objects per day
 * @param rows number of rows per object
 */
record Job(int number, boolean overwrites, int firstDay, int days, int objects, int rows) {
    private static final int TOWNS = 40;

    /** Returns the order that makes ReadingJobs, among the Spark jobs, run this job. */
    String order(String destination) {
        return "readings %d %s %d %d %d %d %s"
                .formatted(number, overwrites ? "overwrite" : "append", firstDay, days, objects, rows, destination);
    }

    private long rowsOfDay() {
        return (long) objects * rows;
    }

    /** Passes each row that the job writes to a consumer. ReadingJobs computes the same rows. */
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
     * Returns a row of a job.
     *
     * @param place index of the row in its day, from 0
     * @param rowsOfDay number of rows that the job writes per day
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
