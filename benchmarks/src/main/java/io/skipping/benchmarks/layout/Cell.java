// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import java.util.Comparator;

/** Describes a cell of a grid by the numbers of its row and column. */
record Cell(long latitude, long longitude) implements Comparable<Cell> {
    private static final Comparator<Cell> ORDER =
            Comparator.comparingLong(Cell::latitude).thenComparingLong(Cell::longitude);

    static Cell of(Readings readings, int meter, double cellsADegree) {
        return new Cell((long) Math.floor(readings.latitude(meter) * cellsADegree), (long)
                Math.floor(readings.longitude(meter) * cellsADegree));
    }

    /** Orders cells by latitude, and along a circle of latitude by longitude. */
    @Override
    public int compareTo(Cell other) {
        return ORDER.compare(this, other);
    }
}
