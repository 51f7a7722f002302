// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.testing.meters.GzipMembersSink;
import io.skipping.testing.meters.MeterFormat;
import io.skipping.testing.meters.ObjectSink;
import java.util.Locale;

/** As what the readings are stored: one folder of objects for each. */
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

    /** Before compression of the objects, if there is any. */
    MeterFormat format() {
        return format;
    }

    /** Under the bucket's root. */
    String folder() {
        return "meters_" + name().toLowerCase(Locale.ROOT);
    }

    /** Writes to {@code objects} as these objects are stored. */
    ObjectSink sink(ObjectSink objects) {
        return this == CSV_GZIP ? new GzipMembersSink(objects) : objects;
    }
}
