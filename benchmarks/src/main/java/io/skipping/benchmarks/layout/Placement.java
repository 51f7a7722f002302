// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where each row is: in which object, and in which range of it. An object is cut into ranges every so many bytes, and a row belongs to the range that holds the line end before it, as Hive's
 * readers of text have it.
 */
final class Placement {
    private final Readings readings;
    private final int objects;
    private final int[] objectOfRow;
    private final int[] rangeOfRow;
    private final long[] objectBytes;
    private final long[] rangeBytes;
    private final Bounds objectBounds;
    private final Bounds rangeBounds;
    /** Rows in the order in which they are in objects, object by object. */
    private final int[] rows;

    /**
     * @param rows in the order in which they are in objects, object by object
     * @param ends of objects in {@code rows}
     * @param rangeSize bytes of a range
     */
    Placement(Readings readings, int[] rows, int[] ends, long rangeSize) {
        this.readings = readings;
        this.rows = rows;
        objects = ends.length;
        objectOfRow = new int[rows.length];
        rangeOfRow = new int[rows.length];
        objectBytes = new long[objects];
        long[] rangesOfObject = new long[objects];
        IntStream.range(0, objects).parallel().forEach(object -> {
            int first = object == 0 ? 0 : ends[object - 1];
            long start = 0;
            int range = 0;
            for (int index = first; index < ends[object]; index++) {
                int row = rows[index];
                objectOfRow[row] = object;
                range = (int) (Math.max(0, start - 1) / rangeSize);
                rangeOfRow[row] = range;
                start += readings.bytes(row);
            }
            objectBytes[object] = start;
            rangesOfObject[object] = (start + rangeSize - 1) / rangeSize;
        });
        int[] firstRange = new int[objects + 1];
        for (int object = 0; object < objects; object++) {
            firstRange[object + 1] = firstRange[object] + (int) rangesOfObject[object];
        }
        int ranges = firstRange[objects];
        rangeBytes = new long[ranges];
        for (int object = 0; object < objects; object++) {
            long left = objectBytes[object];
            for (int range = firstRange[object]; range < firstRange[object + 1]; range++) {
                rangeBytes[range] = Math.min(left, rangeSize);
                left -= rangeSize;
            }
        }
        objectBounds = new Bounds(objects);
        rangeBounds = new Bounds(ranges);
        IntStream.range(0, objects).parallel().forEach(object -> {
            int first = object == 0 ? 0 : ends[object - 1];
            for (int index = first; index < ends[object]; index++) {
                int row = rows[index];
                rangeOfRow[row] += firstRange[object];
                for (int dimension = 0; dimension < Readings.DIMENSIONS; dimension++) {
                    double value = readings.value(row, dimension);
                    objectBounds.add(object, dimension, value);
                    rangeBounds.add(rangeOfRow[row], dimension, value);
                }
            }
        });
    }

    int objectOf(int row) {
        return objectOfRow[row];
    }

    int rangeOf(int row) {
        return rangeOfRow[row];
    }

    /** Whole objects, by the bounds of their columns. */
    Units objects() {
        return new Units(objectBytes, objectOfRow, objectBounds::mayMatch);
    }

    /** Ranges of objects, by the bounds of their columns. */
    Units ranges() {
        return new Units(rangeBytes, rangeOfRow, rangeBounds::mayMatch);
    }

    /** Whole objects, by bounds and the boxes that an index keeps of their places. */
    Units objectsByBoxes() {
        return byBoxes(objectBytes, objectOfRow, objectBounds);
    }

    /** Ranges of objects, by bounds and the boxes that an index keeps of their places. */
    Units rangesByBoxes() {
        return byBoxes(rangeBytes, rangeOfRow, rangeBounds);
    }

    private Units byBoxes(long[] bytes, int[] unitOfRow, Bounds bounds) {
        PlaceBoxes[] boxes = new PlaceBoxes[bytes.length];
        int[] ends = new int[bytes.length];
        for (int index = 0; index < rows.length; index++) {
            ends[unitOfRow[rows[index]]] = index + 1;
        }
        // a range that no row begins in ends where the one before it does
        for (int unit = 1; unit < ends.length; unit++) {
            ends[unit] = Math.max(ends[unit], ends[unit - 1]);
        }
        IntStream.range(0, boxes.length).parallel().forEach(unit -> {
            int[] inside = Arrays.copyOfRange(rows, unit == 0 ? 0 : ends[unit - 1], ends[unit]);
            boxes[unit] = PlaceBoxes.of(
                    bits(inside, Readings.LONGITUDE), bits(inside, Readings.LATITUDE), bytes[unit]);
        });
        return new Units(
                bytes, unitOfRow, (unit, question) -> bounds.mayMatch(unit, question) && boxes[unit].mayMatch(question));
    }

    private long[] bits(int[] inside, int dimension) {
        return Arrays.stream(inside)
                .mapToLong(row -> Double.doubleToRawLongBits(readings.value(row, dimension)))
                .toArray();
    }
}
