// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.sink.GzipMembersSink;
import io.skipping.testing.meters.sink.ObjectSink;
import java.util.Locale;

/** The form in which the readings are stored, each in its own folder of objects. */
enum Stored {
    CSV(MeterFormat.CSV),
    /** The same text, compressed in gzip members. */
    CSV_GZIP(MeterFormat.CSV),
    JSON(MeterFormat.JSON),
    PARQUET(MeterFormat.PARQUET),
    ORC(MeterFormat.ORC);

    private final MeterFormat format;

    Stored(MeterFormat format) {
        this.format = format;
    }

    /** Returns the format of the objects before any compression. */
    MeterFormat format() {
        return format;
    }

    /** Returns the name of the folder below the bucket's root. */
    String folder() {
        return "meters_" + name().toLowerCase(Locale.ROOT);
    }

    /** Returns a sink that stores objects in this form in {@code objects}. */
    ObjectSink sink(ObjectSink objects) {
        return this == CSV_GZIP ? new GzipMembersSink(objects) : objects;
    }
}
