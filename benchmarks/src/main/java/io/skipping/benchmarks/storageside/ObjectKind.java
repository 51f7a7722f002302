// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import static java.util.Objects.requireNonNull;

import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.format.MeterFormat;
import java.util.Arrays;

/** The kind of object in which the readings are stored. Each kind holds all readings. */
enum ObjectKind {
    CSV("csv", MeterFormat.CSV, 1),
    /** Long objects: Hive divides them into splits, and adjacent ranges take several requests. */
    CSV_LONG("csv-long", MeterFormat.CSV, 16),
    JSON("json", MeterFormat.JSON, 1),
    /** Parquet takes an eighth of CSV. With as many objects, each would be so small that Trino reads it whole. */
    PARQUET("parquet", MeterFormat.PARQUET, 8);

    private final String title;
    private final MeterFormat format;
    private final int shortObjects;

    ObjectKind(String title, MeterFormat format, int shortObjects) {
        this.title = requireNonNull(title, "title is null");
        this.format = requireNonNull(format, "format is null");
        this.shortObjects = shortObjects;
    }

    /** Returns the divisor of the number of short text objects. */
    static int mostShortObjects() {
        return Arrays.stream(values()).mapToInt(kind -> kind.shortObjects).max().orElseThrow();
    }

    /** Returns the title in names and results. */
    String title() {
        return title;
    }

    MeterFormat format() {
        return format;
    }

    /**
     * Returns the options for objects of this kind.
     *
     * @param options the options for the short text objects
     */
    MeterOptions options(MeterOptions options) {
        return options.withObjects(options.objects() / shortObjects).withFormat(format);
    }
}
