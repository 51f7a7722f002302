// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.partitioner.Curve;
import io.skipping.partitioner.CurveModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.CurveTrainer;
import io.skipping.partitioner.train.Sample;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Lays readings out over objects. */
final class Placements {
    private static final int ROW_BITS = 24;

    private final Readings readings;
    /**
     * All meters along a Hilbert curve over place, each with its readings by time: the order inside objects that are
     * laid out by place.
     */
    private final int[] rowsByPlace;

    Placements(Readings readings, Sample placeSample) {
        if (readings.rows() >= 1 << ROW_BITS) {
            throw new IllegalArgumentException("Too many rows: " + readings.rows());
        }
        this.readings = readings;
        CurveModel curve = new CurveTrainer(Curve.HILBERT).train(placeSample, 1);
        long[] packed = new long[readings.meters()];
        IntStream.range(0, packed.length)
                .parallel()
                .forEach(meter -> packed[meter] =
                        curve.place(readings.cursor().at(meter * Readings.QUARTERS)) << ROW_BITS | meter);
        Arrays.parallelSort(packed);
        rowsByPlace = new int[readings.rows()];
        for (int index = 0; index < rowsByPlace.length; index++) {
            int meter = (int) packed[index / Readings.QUARTERS] & (1 << ROW_BITS) - 1;
            rowsByPlace[index] = meter * Readings.QUARTERS + index % Readings.QUARTERS;
        }
    }

    /**
     * Returns the placement by arrival: all meters at one time, then at the next. Objects hold equal shares of
     * consecutive rows.
     */
    Placement byArrival(int objects) {
        int[] rows = new int[readings.rows()];
        for (int index = 0; index < rows.length; index++) {
            rows[index] = index % readings.meters() * Readings.QUARTERS + index / readings.meters();
        }
        int[] ends = new int[objects];
        for (int object = 0; object < objects; object++) {
            ends[object] = (int) ((long) rows.length * (object + 1) / objects);
        }
        return new Placement(readings, rows, ends);
    }

    /**
     * Returns a placement with an object for each partition of a model, ordered inside by a Hilbert curve over place.
     */
    Placement byModel(LayoutModel model) {
        return byModel(model, rowsByPlace);
    }

    /** Returns all rows in the order of a curve. */
    int[] along(CurveModel curve) {
        long[] packed = new long[readings.rows()];
        int bits = Long.SIZE - Long.numberOfLeadingZeros(curve.lastPlace());
        int dropped = Math.max(0, bits - (Long.SIZE - 1 - ROW_BITS));
        IntStream.range(0, readings.meters()).parallel().forEach(meter -> {
            Readings.Cursor cursor = readings.cursor();
            for (int row = Readings.firstRow(meter); row < Readings.firstRow(meter + 1); row++) {
                packed[row] = curve.place(cursor.at(row)) >> dropped << ROW_BITS | row;
            }
        });
        Arrays.parallelSort(packed);
        int[] order = new int[packed.length];
        Arrays.setAll(order, index -> (int) packed[index] & (1 << ROW_BITS) - 1);
        return order;
    }

    /** Returns a placement with an object for each partition of a model, ordered inside as in {@code order}. */
    Placement byModel(LayoutModel model, int[] order) {
        int[] partitions = new int[order.length];
        IntStream.range(0, readings.meters()).parallel().forEach(meter -> {
            Readings.Cursor cursor = readings.cursor();
            for (int row = Readings.firstRow(meter); row < Readings.firstRow(meter + 1); row++) {
                partitions[row] = model.partition(cursor.at(row));
            }
        });
        int[] ends = new int[model.partitions()];
        for (int partition : partitions) {
            ends[partition]++;
        }
        Arrays.parallelPrefix(ends, Integer::sum);
        int[] next = new int[ends.length];
        System.arraycopy(ends, 0, next, 1, ends.length - 1);
        int[] rows = new int[order.length];
        for (int row : order) {
            rows[next[partitions[row]]++] = row;
        }
        return new Placement(readings, rows, ends);
    }
}
