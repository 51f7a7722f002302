// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.train.Interval;
import io.skipping.partitioner.train.PastQuery;
import io.skipping.testing.meters.park.Neighbourhood;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Describes a query by a lowest and a highest value in each dimension of the readings, infinite where it has no
 * condition.
 */
record Question(double[] low, double[] high, Instant time) {
    static Question everything(Instant time) {
        double[] low = new double[Readings.DIMENSIONS];
        double[] high = new double[Readings.DIMENSIONS];
        Arrays.fill(low, Double.NEGATIVE_INFINITY);
        Arrays.fill(high, Double.POSITIVE_INFINITY);
        return new Question(low, high, time);
    }

    static Question box(Readings readings, int meter, double kilometres, Instant time) {
        Neighbourhood box = Neighbourhood.box(readings.latitude(meter), readings.longitude(meter), kilometres);
        return everything(time)
                .with(Readings.LATITUDE, box.minLatitude(), box.maxLatitude())
                .with(Readings.LONGITUDE, box.minLongitude(), box.maxLongitude());
    }

    Question with(int dimension, double least, double most) {
        double[] newLow = low.clone();
        double[] newHigh = high.clone();
        newLow[dimension] = least;
        newHigh[dimension] = most;
        return new Question(newLow, newHigh, time);
    }

    boolean asks(int dimension) {
        return low[dimension] != Double.NEGATIVE_INFINITY || high[dimension] != Double.POSITIVE_INFINITY;
    }

    boolean isMetBy(int dimension, double value) {
        return value >= low[dimension] && value <= high[dimension];
    }

    boolean isMetByPlaceOf(Readings readings, int meter) {
        return isMetBy(Readings.LATITUDE, readings.latitude(meter))
                && isMetBy(Readings.LONGITUDE, readings.longitude(meter));
    }

    boolean isMetByRow(Readings readings, int row) {
        return (!asks(Readings.TIME) || isMetBy(Readings.TIME, readings.value(row, Readings.TIME)))
                && (!asks(Readings.TEMPERATURE)
                        || isMetBy(Readings.TEMPERATURE, readings.value(row, Readings.TEMPERATURE)));
    }

    /** Returns the query as a log would contain it. */
    PastQuery asPast() {
        Map<String, List<Interval>> conditions = new TreeMap<>();
        for (int dimension = 0; dimension < Readings.DIMENSIONS; dimension++) {
            if (asks(dimension)) {
                conditions.put(
                        Readings.columns(Readings.DIMENSIONS).get(dimension).name(), List.of(interval(dimension)));
            }
        }
        return new PastQuery(conditions, time);
    }

    private Interval interval(int dimension) {
        return dimension == Readings.TIME
                ? Interval.ofLongs(
                        ColumnType.BIGINT, (long) Math.ceil(low[dimension]), (long) Math.floor(high[dimension]))
                : Interval.ofDoubles(low[dimension], high[dimension]);
    }
}
