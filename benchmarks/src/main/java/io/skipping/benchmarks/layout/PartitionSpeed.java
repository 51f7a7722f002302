// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.LayoutModel;
import java.util.stream.IntStream;

/** Measures how long a model takes per record. */
final class PartitionSpeed {
    /** Few enough to stay in a core's cache, like a record that was just read. */
    private static final int ROWS = 1 << 12;

    private static final int ROUNDS = 201;
    private static final int WARM_UP = 200;

    private PartitionSpeed() {}

    /** Returns nanoseconds per record on one thread, over rounds of rows drawn from all readings, after a warm-up. */
    static Quartiles nanoseconds(Readings readings, LayoutModel model) {
        ArrayRow[] rows = rows(readings, model.columns().size());
        long used = 0;
        double[] nanoseconds = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            long start = System.nanoTime();
            for (ArrayRow row : rows) {
                used += model.partition(row);
            }
            if (round >= 0) {
                nanoseconds[round] = (double) (System.nanoTime() - start) / rows.length;
            }
        }
        if (used == 0) {
            throw new IllegalStateException("All records are in the first partition");
        }
        return Quartiles.of(IntStream.range(0, ROUNDS).mapToDouble(round -> nanoseconds[round]));
    }

    private static ArrayRow[] rows(Readings readings, int columns) {
        int[] drawn = Draws.of(77, ROWS, readings.rows());
        ArrayRow[] rows = new ArrayRow[ROWS];
        for (int index = 0; index < ROWS; index++) {
            ArrayRow row = new ArrayRow(columns);
            for (int column = 0; column < columns; column++) {
                if (column == Readings.TIME) {
                    row.set(column, readings.time(drawn[index]));
                } else {
                    row.set(column, readings.value(drawn[index], column));
                }
            }
            rows[index] = row;
        }
        return rows;
    }
}
