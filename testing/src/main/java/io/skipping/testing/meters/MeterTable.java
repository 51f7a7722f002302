// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import io.skipping.testing.meters.format.CsvRowWriter;
import io.skipping.testing.meters.format.JsonRowWriter;
import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.format.RowWriter;
import io.skipping.testing.meters.format.RowWriters;
import io.skipping.testing.meters.layout.AreaLayout;
import io.skipping.testing.meters.layout.ArrivalLayout;
import io.skipping.testing.meters.layout.Layout;
import io.skipping.testing.meters.park.Climate;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.MeterPark;
import io.skipping.testing.meters.park.ReadingModel;
import io.skipping.testing.meters.park.Towns;
import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDate;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** Plans a table: how many meters and which objects it has, and what each object holds. */
final class MeterTable {
    private final MeterOptions options;
    private final Layout layout;
    private final RowWriters writers;
    private final int meters;

    private MeterTable(MeterOptions options, int meters, Layout layout, RowWriters writers) {
        this.options = options;
        this.meters = meters;
        this.layout = layout;
        this.writers = writers;
    }

    static MeterTable plan(MeterOptions options) throws IOException {
        Towns towns = Towns.france();
        MeterPark park = new MeterPark(options.seed(), towns);
        ReadingModel model =
                new ReadingModel(new Climate(options.seed(), towns.all(), options.firstDay(), options.days()));
        int meters = options.meters().isPresent()
                ? options.meters().getAsInt()
                : new Sizing(options, number -> layout(options, model, park, number)).meters();
        Layout layout = layout(options, model, park, meters);
        RowWriters writers =
                RowWriters.of(options.format(), options.rowGroupRows(), layout.sample(options.objectsADay() / 2));
        return new MeterTable(options, meters, layout, writers);
    }

    private static Layout layout(MeterOptions options, ReadingModel model, MeterPark park, int meters) {
        return switch (options.order()) {
            case ARRIVAL -> new ArrivalLayout(model, park, meters, options.objectsADay());
            case AREA -> new AreaLayout(model, park, meters, options.objectsADay(), weight(options.format()));
        };
    }

    /** Returns the function that gives the relative size of a meter's rows in an object. */
    private static ToIntFunction<Meter> weight(MeterFormat format) {
        return switch (format) {
            case CSV -> CsvRowWriter::typicalRowBytes;
            case JSON -> meter -> JsonRowWriter.KEY_BYTES + CsvRowWriter.typicalRowBytes(meter);
            case PARQUET, ORC -> _ -> 1;
        };
    }

    int meters() {
        return meters;
    }

    int objects() {
        return options.objects();
    }

    List<LocalDate> days() {
        return IntStream.range(0, options.days())
                .mapToObj(options.firstDay()::plusDays)
                .toList();
    }

    /** Returns the key of an object, relative to the table's location. */
    String key(int object) {
        LocalDate day = options.firstDay().plusDays(object / options.objectsADay());
        return "dt=%s/meters-%05d.%s"
                .formatted(day, object % options.objectsADay(), options.format().extension());
    }

    long rows(int object) {
        return layout.rows(object % options.objectsADay());
    }

    void write(int object, OutputStream out) throws IOException {
        try (RowWriter writer = writers.open(out)) {
            layout.write(object / options.objectsADay(), object % options.objectsADay(), Long.MAX_VALUE, writer);
        }
    }
}
