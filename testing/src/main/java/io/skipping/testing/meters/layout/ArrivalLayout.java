// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.layout;

import io.skipping.testing.meters.format.RowWriter;
import io.skipping.testing.meters.park.Climate;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.MeterPark;
import io.skipping.testing.meters.park.ReadingModel;
import java.io.IOException;
import java.util.stream.IntStream;

/** Orders rows by time, and by meter within the same time. Each object holds an equal share of consecutive rows. */
public final class ArrivalLayout implements Layout {
    /**
     * Up to this many meters are kept in memory (about 60 MB). With more, each meter is computed again for each row.
     */
    private static final int MOST_KEPT_METERS = 400_000;

    private final ReadingModel model;
    private final MeterPark park;
    private final int meters;
    private final int objectsADay;
    private final Meter[] kept;

    /**
     * Creates the layout of a day.
     *
     * @param meters the number of meters
     * @param objectsADay the number of objects
     */
    public ArrivalLayout(ReadingModel model, MeterPark park, int meters, int objectsADay) {
        this.model = model;
        this.park = park;
        this.meters = meters;
        this.objectsADay = objectsADay;
        kept = IntStream.range(0, Math.min(meters, MOST_KEPT_METERS))
                .parallel()
                .mapToObj(park::meter)
                .toArray(Meter[]::new);
    }

    @Override
    public long rows(int objectOfDay) {
        return firstRow(objectOfDay + 1) - firstRow(objectOfDay);
    }

    @Override
    public void write(int day, int objectOfDay, long limit, RowWriter writer) throws IOException {
        long first = firstRow(objectOfDay);
        long rows = Math.min(limit, rows(objectOfDay));
        int slot = (int) (first / meters);
        int number = (int) (first % meters);
        ReadingModel.MeterDay meterDay = model.new MeterDay();
        for (long row = 0; row < rows; row++) {
            Meter meter = number < kept.length ? kept[number] : park.meter(number);
            writer.write(meterDay.select(meter, day).at(slot));
            number++;
            if (number == meters) {
                number = 0;
                slot++;
            }
        }
    }

    private long firstRow(int objectOfDay) {
        return Layout.split((long) meters * Climate.SLOTS, objectOfDay, objectsADay);
    }
}
