// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Says which object holds each row, and where. */
final class Placement {
    private final Readings readings;
    /** Rows, object by object, in the order in which they are stored. */
    private final int[] rows;
    /** End of each object in {@code rows}. */
    private final int[] ends;

    Placement(Readings readings, int[] rows, int[] ends) {
        this.readings = readings;
        this.rows = rows;
        this.ends = ends;
    }

    /** Returns the objects as units. */
    Units objects() {
        return units(Long.MAX_VALUE);
    }

    /**
     * Returns ranges of {@code rangeSize} bytes as units. A row belongs to the range that holds the line end before it,
     * as in Hive's text readers.
     */
    Units ranges(long rangeSize) {
        return units(rangeSize);
    }

    private Units units(long size) {
        int objects = ends.length;
        int[] unitOfRow = new int[rows.length];
        long[] objectBytes = new long[objects];
        IntStream.range(0, objects).parallel().forEach(object -> {
            long start = 0;
            for (int index = first(object); index < ends[object]; index++) {
                unitOfRow[rows[index]] = (int) (Math.max(0, start - 1) / size);
                start += readings.bytes(rows[index]);
            }
            objectBytes[object] = start;
        });
        int[] firstUnit = new int[objects + 1];
        for (int object = 0; object < objects; object++) {
            int units = (int) Math.max(1, Math.ceilDiv(objectBytes[object], size));
            firstUnit[object + 1] = firstUnit[object] + units;
        }
        long[] bytes = new long[firstUnit[objects]];
        int[] unitEnds = new int[bytes.length];
        Bounds bounds = new Bounds(bytes.length);
        IntStream.range(0, objects).parallel().forEach(object -> {
            Arrays.fill(unitEnds, firstUnit[object], firstUnit[object + 1], first(object));
            for (int index = first(object); index < ends[object]; index++) {
                int row = rows[index];
                unitOfRow[row] += firstUnit[object];
                int unit = unitOfRow[row];
                unitEnds[unit] = index + 1;
                for (int dimension = 0; dimension < Readings.DIMENSIONS; dimension++) {
                    bounds.add(unit, dimension, readings.value(row, dimension));
                }
            }
            long left = objectBytes[object];
            for (int unit = firstUnit[object]; unit < firstUnit[object + 1]; unit++) {
                bytes[unit] = Math.min(left, size);
                left -= bytes[unit];
            }
        });
        return new Units(bytes, unitOfRow, unitEnds, bounds::mayMatch);
    }

    private int first(int object) {
        return object == 0 ? 0 : ends[object - 1];
    }

    /** Returns the same units, skipped by bounds and also by the boxes that an index keeps of their places. */
    Units withBoxes(Units units) {
        return units.with(boxes(
                units,
                unit -> PlaceBoxes.of(
                        Arrays.stream(meters(units, unit)).mapToDouble(readings::longitude),
                        Arrays.stream(meters(units, unit)).mapToDouble(readings::latitude),
                        units.bytes()[unit])));
    }

    /** Returns for each unit {@linkplain PlaceBoxes#ofCells a box for each cell} of a grid in it. */
    PlaceBoxes[] cellBoxes(Units units, int precision) {
        return boxes(units, unit -> PlaceBoxes.ofCells(readings, meters(units, unit), precision));
    }

    private static PlaceBoxes[] boxes(Units units, IntFunction<PlaceBoxes> boxesOf) {
        PlaceBoxes[] boxes = new PlaceBoxes[units.count()];
        IntStream.range(0, boxes.length).parallel().forEach(unit -> boxes[unit] = boxesOf.apply(unit));
        return boxes;
    }

    /** Returns the meters in a unit, each once: repeating a place changes no box. */
    private int[] meters(Units units, int unit) {
        return IntStream.range(unit == 0 ? 0 : units.ends()[unit - 1], units.ends()[unit])
                .map(index -> rows[index] / Readings.QUARTERS)
                .distinct()
                .toArray();
    }
}
