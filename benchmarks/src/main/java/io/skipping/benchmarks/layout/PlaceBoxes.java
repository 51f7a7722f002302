// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import static io.skipping.index.value.ScalarType.DOUBLE;

import io.skipping.index.type.IndexType.RangeContext;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.type.bbox.BboxIndexType;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.LongVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Holds boxes that contain all places in an object or range. */
final class PlaceBoxes {
    /** The number of boxes up to which each cell of a grid has one of its own. */
    static final int MOST_CELLS = 256;

    private static final BboxIndexType BBOX = new BboxIndexType();

    /** For each box: least and greatest longitude, least and greatest latitude. */
    private final double[][] sides;

    private PlaceBoxes(double[][] sides) {
        this.sides = sides;
    }

    /**
     * Returns the boxes that this project's index type {@code bbox} keeps.
     *
     * @param bytes size of the object or range
     */
    static PlaceBoxes of(DoubleStream longitudes, DoubleStream latitudes, long bytes) {
        Summarizer summarizer = BBOX.summarizer(List.of(DOUBLE, DOUBLE), Map.of(), new RangeContext(bytes));
        summarizer.add(List.of(vector(longitudes), vector(latitudes)));
        SummaryWriter summary = new SummaryWriter(BBOX.fields(List.of(DOUBLE, DOUBLE)));
        summarizer.finish(summary);
        List<KeyColumn> fields = summary.build();
        double[][] sides = new double[fields.size()][];
        for (int side = 0; side < sides.length; side++) {
            LongColumn values = (LongColumn) ((ListColumn) fields.get(side)).elements();
            sides[side] = LongStream.of(values.keys())
                    .mapToDouble(LongCodec::toDouble)
                    .toArray();
        }
        return new PlaceBoxes(sides);
    }

    /**
     * Returns the boxes that IOStack D4.3 keeps for an object of a grid: one around the places in each cell. Of more
     * than {@value #MOST_CELLS} cells, neighbours along a circle of latitude share a box.
     *
     * @param precision decimals of a degree of the cells' sides
     */
    static PlaceBoxes ofCells(Readings readings, int[] meters, int precision) {
        double cellsADegree = Math.pow(10, precision);
        Map<Cell, List<Integer>> cells = new TreeMap<>();
        for (int meter : meters) {
            cells.computeIfAbsent(Cell.of(readings, meter, cellsADegree), _ -> new ArrayList<>())
                    .add(meter);
        }
        double[][] sides = new double[4][Math.min(MOST_CELLS, cells.size())];
        for (int side = 0; side < sides.length; side++) {
            Arrays.fill(sides[side], side % 2 == 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
        }
        int number = 0;
        for (List<Integer> inside : cells.values()) {
            int box = number++ * sides[0].length / cells.size();
            for (int meter : inside) {
                sides[0][box] = Math.min(sides[0][box], readings.longitude(meter));
                sides[1][box] = Math.max(sides[1][box], readings.longitude(meter));
                sides[2][box] = Math.min(sides[2][box], readings.latitude(meter));
                sides[3][box] = Math.max(sides[3][box], readings.latitude(meter));
            }
        }
        return new PlaceBoxes(sides);
    }

    int count() {
        return sides[0].length;
    }

    private static LongVector vector(DoubleStream values) {
        double[] numbers = values.toArray();
        LongVector vector = new LongVector();
        long[] keys = vector.fill(numbers.length, true);
        for (int i = 0; i < numbers.length; i++) {
            keys[i] = LongCodec.doubleKey(numbers[i]);
        }
        vector.setDistinctRows(numbers.length);
        return vector;
    }

    boolean mayMatch(Question question) {
        for (int box = 0; box < sides[0].length; box++) {
            if (question.low()[Readings.LONGITUDE] <= sides[1][box]
                    && question.high()[Readings.LONGITUDE] >= sides[0][box]
                    && question.low()[Readings.LATITUDE] <= sides[3][box]
                    && question.high()[Readings.LATITUDE] >= sides[2][box]) {
                return true;
            }
        }
        return false;
    }
}
