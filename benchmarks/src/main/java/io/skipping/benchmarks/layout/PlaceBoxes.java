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
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Holds the boxes that this project's index type {@code bbox} keeps for the places in an object or range. */
final class PlaceBoxes {
    private static final BboxIndexType BBOX = new BboxIndexType();

    /** For each box: least and greatest longitude, least and greatest latitude. */
    private final double[][] sides;

    private PlaceBoxes(double[][] sides) {
        this.sides = sides;
    }

    /** @param bytes size of the object or range */
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
