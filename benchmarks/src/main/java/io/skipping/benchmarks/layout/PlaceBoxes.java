// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import static io.trino.spi.type.DoubleType.DOUBLE;

import io.skipping.index.type.BboxIndexType;
import io.skipping.index.type.IndexType.RangeContext;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.type.ArrayType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The boxes that this project's own index of type {@code bbox} keeps of the places in an object or range. */
final class PlaceBoxes {
    private static final BboxIndexType BBOX = new BboxIndexType();
    private static final ArrayType DOUBLES = new ArrayType(DOUBLE);

    /** Of each box: least and greatest longitude, least and greatest latitude. */
    private final double[][] sides;

    private PlaceBoxes(double[][] sides) {
        this.sides = sides;
    }

    /** @param bytes of the object or range */
    static PlaceBoxes of(DoubleStream longitudes, DoubleStream latitudes, long bytes) {
        Summarizer summarizer = BBOX.summarizer(List.of(DOUBLE, DOUBLE), Map.of(), new RangeContext(bytes));
        summarizer.add(List.of(block(longitudes), block(latitudes)));
        List<BlockBuilder> fields = BBOX.fields(List.of(DOUBLE, DOUBLE)).stream()
                .map(SummaryField::type)
                .map(type -> type.createBlockBuilder(null, 1))
                .toList();
        summarizer.finish(fields);
        double[][] sides = new double[fields.size()][];
        for (int side = 0; side < sides.length; side++) {
            Block values = DOUBLES.getObject(fields.get(side).build(), 0);
            sides[side] = new double[values.getPositionCount()];
            for (int box = 0; box < sides[side].length; box++) {
                sides[side][box] = DOUBLE.getDouble(values, box);
            }
        }
        return new PlaceBoxes(sides);
    }

    private static Block block(DoubleStream values) {
        long[] bits = values.mapToLong(Double::doubleToRawLongBits).toArray();
        return new LongArrayBlock(bits.length, Optional.empty(), bits);
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
