// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import io.skipping.testing.meters.format.RowWriter;
import io.skipping.testing.meters.format.RowWriters;
import io.skipping.testing.meters.layout.Layout;
import io.skipping.testing.meters.layout.ObjectOrder;
import io.skipping.testing.meters.park.Climate;
import io.skipping.testing.meters.sink.CountingOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.IntFunction;

/** Finds how many meters give objects of the target size, by encoding a few objects and discarding them. */
final class Sizing {
    /** Enough rows of an object to estimate the size of a row. */
    private static final long SAMPLE_ROWS = 300_000;

    private static final int SAMPLE_OBJECTS = 3;
    private static final double TOLERANCE = 0.1;

    private static final int MOST_METERS = 1 << 30;

    /** With more meters per object, only compression can keep objects from reaching the target size. */
    private static final int FEWEST_TO_ADJUST = 20;

    private static final int MOST_ROUNDS = 8;
    private static final double CLOSE_ENOUGH = 0.02;

    private final MeterOptions options;
    private final IntFunction<Layout> layouts;

    /** @param layouts the layout of a table with a given number of meters */
    Sizing(MeterOptions options, IntFunction<Layout> layouts) {
        this.options = options;
        this.layouts = layouts;
    }

    int meters() throws IOException {
        double rowBytes = typicalRowBytes();
        int meters = meters(rowBytes);
        int tooFew = 0;
        int tooMany = Integer.MAX_VALUE;
        double closest = Double.MAX_VALUE;
        int best = meters;
        // A compressed row's size depends on the number of meters, and jumps where a column's values no longer fit a
        // dictionary. So the next guess follows the last sample, unless it contradicts an earlier one.
        for (int round = 0; round < MOST_ROUNDS && closest > CLOSE_ENOUGH; round++) {
            rowBytes = rowBytes(meters);
            double size = rowBytes * Climate.SLOTS * meters / options.objectsADay() / wantedBytes();
            if (Math.abs(size - 1) < closest) {
                closest = Math.abs(size - 1);
                best = meters;
            }
            if (size < 1) {
                tooFew = Math.max(tooFew, meters);
            } else {
                tooMany = Math.min(tooMany, meters);
            }
            int next = meters(rowBytes);
            // the search must not run out of memory before it knows that a number is too large
            double most = tooMany == Integer.MAX_VALUE ? 2.0 * tooFew : tooMany;
            meters = next > tooFew && next < tooMany ? next : whole(tooFew + (most - tooFew) / 2);
        }
        if (closest > TOLERANCE && meters(rowBytes) <= FEWEST_TO_ADJUST * options.objectsADay()) {
            throw new BadOptionException("--megabytes", options.megabytes(), remedy(rowBytes));
        }
        return best;
    }

    private double wantedBytes() {
        return options.megabytes() * 1e6;
    }

    private int meters(double rowBytes) {
        double meters = wantedBytes() / rowBytes / Climate.SLOTS * options.objectsADay();
        if (meters > MOST_METERS) {
            throw new BadOptionException(
                    "--megabytes",
                    options.megabytes(),
                    "that needs %.0f meters, more than 2^30: give less, or more --days".formatted(meters));
        }
        return whole(meters);
    }

    /** Returns the nearest number of meters that objects can hold: in area order, all objects have the same number. */
    private int whole(double meters) {
        return (int)
                switch (options.order()) {
                    case ARRIVAL -> Math.max(1, Math.round(meters));
                    case AREA -> Math.max(1, Math.round(meters / options.objectsADay())) * options.objectsADay();
                };
    }

    private String remedy(double rowBytes) {
        return "a meter's day takes %.4f MB, and objects can't come near to the wanted size with whole ones: give a multiple of it%s"
                .formatted(
                        rowBytes * Climate.SLOTS / 1e6,
                        options.order() == ObjectOrder.AREA ? ", or --order arrival" : "");
    }

    private double rowBytes(int meters) throws IOException {
        Layout layout = layouts.apply(meters);
        RowWriters writers = RowWriters.of(options.format(), options.rowGroupRows(), layout.sample(middle()));
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

    /** Returns the size of a row to begin the search with. */
    private double typicalRowBytes() {
        return switch (options.format()) {
            case CSV -> 103;
            case JSON -> 210;
            case PARQUET, ORC -> 25;
        };
    }
}
