// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.meters;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.IntFunction;

/** How many meters make objects of the wanted size: found by encoding a few objects and throwing them away. */
final class Sizing {
    /** Enough of an object to know what its rows take. */
    private static final long SAMPLE_ROWS = 300_000;

    private static final int SAMPLE_OBJECTS = 3;
    private static final double TOLERANCE = 0.1;

    private final MeterOptions options;
    private final IntFunction<Layout> layouts;

    /** @param layouts the layout of a table of so many meters */
    Sizing(MeterOptions options, IntFunction<Layout> layouts) {
        this.options = options;
        this.layouts = layouts;
    }

    int meters() throws IOException {
        double rowBytes = typicalRowBytes();
        // what a row takes depends little on the number of meters for text, and somewhat more for columns
        int rounds = options.format().columnar() ? 2 : 1;
        for (int round = 0; round < rounds; round++) {
            rowBytes = rowBytes(meters(rowBytes, false));
        }
        return meters(rowBytes, true);
    }

    private int meters(double rowBytes, boolean strict) {
        double metersAnObject = options.megabytes() * 1e6 / rowBytes / Climate.SLOTS;
        long meters = switch (options.order()) {
            case ARRIVAL -> Math.max(1, Math.round(metersAnObject * options.objectsADay()));
            case AREA -> Math.max(1, Math.round(metersAnObject)) * options.objectsADay();
        };
        if (meters > 1 << 30) {
            throw new BadOptionException(
                    "--megabytes",
                    options.megabytes(),
                    "that needs %d meters, more than 2^30: give less, or more --days".formatted(meters));
        }
        double wanted = metersAnObject * options.objectsADay();
        if (strict && Math.abs(meters / wanted - 1) > TOLERANCE) {
            throw new BadOptionException(
                    "--megabytes",
                    options.megabytes(),
                    "a meter's day takes %.4f MB, and an object in %s order can't hold a part of one: give a multiple of it%s"
                            .formatted(
                                    rowBytes * Climate.SLOTS / 1e6,
                                    options.order().name().toLowerCase(java.util.Locale.ROOT),
                                    options.order() == ObjectOrder.AREA ? ", or --order arrival" : ""));
        }
        return (int) meters;
    }

    private double rowBytes(int meters) throws IOException {
        Layout layout = layouts.apply(meters);
        RowWriters writers = RowWriters.of(options.format(), options.rowGroupRows(), layout, middle());
        long bytes = 0;
        long rows = 0;
        for (int sample = 0; sample < SAMPLE_OBJECTS; sample++) {
            int object = (int) ((sample + 0.5) / SAMPLE_OBJECTS * options.objectsADay());
            CountingOutputStream counter = new CountingOutputStream(OutputStream.nullOutputStream());
            try (RowWriter writer = writers.open(counter)) {
                layout.write(0, object, SAMPLE_ROWS, writer);
            }
            bytes += counter.count();
            rows += Math.min(SAMPLE_ROWS, layout.rows(object));
        }
        return (double) bytes / rows;
    }

    private int middle() {
        return options.objectsADay() / 2;
    }

    /** To begin with. */
    private double typicalRowBytes() {
        return switch (options.format()) {
            case CSV -> 104;
            case JSON -> 210;
            case PARQUET, ORC -> 25;
        };
    }
}
