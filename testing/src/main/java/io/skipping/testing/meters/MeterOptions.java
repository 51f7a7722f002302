// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.layout.ObjectOrder;
import io.skipping.testing.meters.park.Climate;
import java.time.LocalDate;
import java.util.OptionalInt;

/**
 * Says what to generate. The same options give the same bytes, with any number of threads.
 *
 * @param seed determines everything that is random
 * @param firstDay the first day of readings, UTC
 * @param days the number of days of readings; each is a {@code dt=} partition
 * @param objects the total number of objects, spread evenly over the days
 * @param megabytes the target size of an object, in millions of bytes
 * @param meters the number of meters; if absent, as many as give objects of the target size
 * @param order which rows an object holds
 * @param format the encoding of the objects
 * @param rowGroupRows the number of rows in a Parquet row group (within 5 %) or an ORC stripe (exactly); the last one may be smaller
 * @param threads the number of threads that generate objects concurrently
 */
public record MeterOptions(
        long seed,
        LocalDate firstDay,
        int days,
        int objects,
        double megabytes,
        OptionalInt meters,
        ObjectOrder order,
        MeterFormat format,
        int rowGroupRows,
        int threads) {
    /** The latest day on which a table may end, so that a typing error in a year does not cost an hour. */
    private static final LocalDate END = LocalDate.of(2100, 1, 1);

    private static final int MOST_METERS = 1 << 30;

    public MeterOptions {
        if (firstDay.isBefore(Climate.BEGINNING) || !firstDay.isBefore(END)) {
            throw new BadOptionException(
                    "--first-day", firstDay, "give a day from %s to before %s".formatted(Climate.BEGINNING, END));
        }
        if (days < 1 || firstDay.plusDays(days).isAfter(END)) {
            throw new BadOptionException("--days", days, "give at least 1, and end before " + END);
        }
        if (objects < 1) {
            throw new BadOptionException("--objects", objects, "give at least 1");
        }
        if (objects % days != 0) {
            int fewer = objects / days * days;
            String remedy = fewer == 0 ? "%d".formatted(days) : "%d or %d".formatted(fewer, fewer + days);
            throw new BadOptionException(
                    "--objects", objects, "must be a multiple of --days %d: give %s".formatted(days, remedy));
        }
        if (!(megabytes >= 0.001 && megabytes <= 100_000)) {
            throw new BadOptionException("--megabytes", megabytes, "give 0.001 (1 kB) to 100000 (100 GB)");
        }
        if (meters.isPresent() && (meters.getAsInt() < 1 || meters.getAsInt() > MOST_METERS)) {
            throw new BadOptionException("--meters", meters.getAsInt(), "give 1 to " + MOST_METERS);
        }
        if (meters.isPresent() && order == ObjectOrder.AREA && meters.getAsInt() < objects / days) {
            throw new BadOptionException(
                    "--meters",
                    meters.getAsInt(),
                    "an object in area order holds whole meters: give at least %d (--objects / --days), or --order arrival"
                            .formatted(objects / days));
        }
        if (meters.isPresent() && (long) meters.getAsInt() * Climate.SLOTS < objects / days) {
            throw new BadOptionException(
                    "--meters",
                    meters.getAsInt(),
                    "there are fewer rows a day than objects a day: give more, or fewer --objects");
        }
        if (rowGroupRows < 100 || rowGroupRows > 10_000_000) {
            throw new BadOptionException("--row-group-rows", rowGroupRows, "give 100 to 10000000");
        }
        if (threads < 1 || threads > 256) {
            throw new BadOptionException("--threads", threads, "give 1 to 256");
        }
    }

    /** Returns the defaults: 128 CSV objects of 10 MB, one day, ordered by area. */
    public static MeterOptions defaults() {
        return new MeterOptions(
                1,
                LocalDate.of(2026, 1, 15),
                1,
                128,
                10,
                OptionalInt.empty(),
                ObjectOrder.AREA,
                MeterFormat.CSV,
                25_000,
                Runtime.getRuntime().availableProcessors());
    }

    /** Returns a copy with another seed. */
    public MeterOptions withSeed(long seed) {
        return new MeterOptions(seed, firstDay, days, objects, megabytes, meters, order, format, rowGroupRows, threads);
    }

    /** Returns a copy with other days and objects, set together because the number of days must divide the number of objects. */
    public MeterOptions withDays(LocalDate firstDay, int days, int objects) {
        return new MeterOptions(seed, firstDay, days, objects, megabytes, meters, order, format, rowGroupRows, threads);
    }

    /** Returns a copy with another total number of objects. */
    public MeterOptions withObjects(int objects) {
        return withDays(firstDay, days, objects);
    }

    /** Returns a copy with another target size of objects, in millions of bytes. */
    public MeterOptions withMegabytes(double megabytes) {
        return new MeterOptions(seed, firstDay, days, objects, megabytes, meters, order, format, rowGroupRows, threads);
    }

    /** Returns a copy with a fixed number of meters, whatever size the objects get. */
    public MeterOptions withMeters(int meters) {
        return new MeterOptions(
                seed, firstDay, days, objects, megabytes, OptionalInt.of(meters), order, format, rowGroupRows, threads);
    }

    /** Returns a copy with another order of rows. */
    public MeterOptions withOrder(ObjectOrder order) {
        return new MeterOptions(seed, firstDay, days, objects, megabytes, meters, order, format, rowGroupRows, threads);
    }

    /** Returns a copy with another encoding. */
    public MeterOptions withFormat(MeterFormat format) {
        return new MeterOptions(seed, firstDay, days, objects, megabytes, meters, order, format, rowGroupRows, threads);
    }

    /** Returns a copy with another number of rows in a row group or stripe. */
    public MeterOptions withRowGroupRows(int rowGroupRows) {
        return new MeterOptions(seed, firstDay, days, objects, megabytes, meters, order, format, rowGroupRows, threads);
    }

    /** Returns a copy with another number of threads. */
    public MeterOptions withThreads(int threads) {
        return new MeterOptions(seed, firstDay, days, objects, megabytes, meters, order, format, rowGroupRows, threads);
    }

    int objectsADay() {
        return objects / days;
    }
}
