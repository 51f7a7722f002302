// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.layout;

import io.skipping.testing.meters.format.RowWriter;
import io.skipping.testing.meters.park.Climate;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.MeterPark;
import io.skipping.testing.meters.park.ReadingModel;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * Orders meters along a Hilbert curve, and the readings of each meter by time. Each object holds an equal share of
 * consecutive meters.
 */
public final class AreaLayout implements Layout {
    /** Cells are about 15 m wide: 2 × 16 bits leave 31 bits of a long for the meter's number. */
    private static final HilbertCurve CURVE = new HilbertCurve(16);

    private static final int NUMBER_BITS = 31;

    /** With fewer meters per object, one meter more or less would matter more than the differences in weight. */
    private static final int FEWEST_METERS_TO_WEIGH = 20;

    /** The square on the map that the curve fills: metropolitan France with Corsica. */
    private static final double SOUTH = 41.0;

    private static final double WEST = -5.5;
    private static final double DEGREES_OF_LATITUDE = 10.5;
    private static final double DEGREES_OF_LONGITUDE = 15.5;

    private final ReadingModel model;
    private final MeterPark park;
    /** Holds the position in {@code places} where each object begins; the last element is where the last object ends. */
    private final int[] firstMeters;
    /**
     * Position on the curve, then meter number, in curve order. These 8 bytes per meter are all that grows with the
     * table.
     */
    private final long[] places;

    /**
     * Creates the layout of a day.
     *
     * @param meters the number of meters
     * @param objectsADay the number of objects
     * @param weight returns the weight of a meter; objects get runs of meters of equal total weight
     */
    public AreaLayout(ReadingModel model, MeterPark park, int meters, int objectsADay, ToIntFunction<Meter> weight) {
        this.model = model;
        this.park = park;
        places = new long[meters];
        Arrays.parallelSetAll(places, number -> place(park.meter(number)) << NUMBER_BITS | number);
        Arrays.parallelSort(places);
        firstMeters = cut(objectsADay, weight);
    }

    @Override
    public long rows(int objectOfDay) {
        return (long) (firstMeters[objectOfDay + 1] - firstMeters[objectOfDay]) * Climate.SLOTS;
    }

    @Override
    public void write(int day, int objectOfDay, long limit, RowWriter writer) throws IOException {
        long left = limit;
        ReadingModel.MeterDay meterDay = model.new MeterDay();
        for (int index = firstMeters[objectOfDay]; index < firstMeters[objectOfDay + 1] && left > 0; index++) {
            meterDay.select(meter(index), day);
            for (int slot = 0; slot < Climate.SLOTS && left > 0; slot++, left--) {
                writer.write(meterDay.at(slot));
            }
        }
    }

    private int[] cut(int objects, ToIntFunction<Meter> weight) {
        int[] cuts = new int[objects + 1];
        if (places.length / objects < FEWEST_METERS_TO_WEIGH) {
            Arrays.setAll(cuts, object -> (int) Layout.split(places.length, object, objects));
            return cuts;
        }
        long[] weightUpTo = new long[places.length];
        Arrays.parallelSetAll(weightUpTo, index -> weight.applyAsInt(meter(index)));
        Arrays.parallelPrefix(weightUpTo, Long::sum);
        for (int object = 1; object <= objects; object++) {
            long wanted = Layout.split(weightUpTo[places.length - 1], object, objects);
            int found = Arrays.binarySearch(weightUpTo, wanted);
            cuts[object] = found >= 0 ? found + 1 : -found - 1;
        }
        return cuts;
    }

    private Meter meter(int index) {
        return park.meter((int) (places[index] & ((1L << NUMBER_BITS) - 1)));
    }

    private static long place(Meter meter) {
        return CURVE.position(
                cell(meter.longitude() - WEST, DEGREES_OF_LONGITUDE),
                cell(meter.latitude() - SOUTH, DEGREES_OF_LATITUDE));
    }

    private static long cell(double degrees, double range) {
        return Math.clamp((long) (degrees / range * CURVE.side()), 0, CURVE.side() - 1);
    }
}
