// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import static java.util.Objects.requireNonNull;

import io.skipping.testing.meters.MeterFormat;
import io.skipping.testing.meters.MeterOptions;
import java.util.Arrays;

/** Objects that the readings are stored in: each kind holds all of them. */
enum ObjectKind {
    CSV("csv", MeterFormat.CSV, 1),
    /** Of which Hive makes splits, and whose ranges side by side take several requests. */
    CSV_LONG("csv-long", MeterFormat.CSV, 16),
    JSON("json", MeterFormat.JSON, 1),
    /** It takes an eighth of CSV: with as many objects, they would be so small that Trino reads them whole. */
    PARQUET("parquet", MeterFormat.PARQUET, 8);

    private final String title;
    private final MeterFormat format;
    private final int shortObjects;

    ObjectKind(String title, MeterFormat format, int shortObjects) {
        this.title = requireNonNull(title, "title is null");
        this.format = requireNonNull(format, "format is null");
        this.shortObjects = shortObjects;
    }

    /** The short text objects must be a multiple of this. */
    static int mostShortObjects() {
        return Arrays.stream(values()).mapToInt(kind -> kind.shortObjects).max().orElseThrow();
    }

    /** In names and results. */
    String title() {
        return title;
    }

    MeterFormat format() {
        return format;
    }

    /** @param options of the short text objects */
    MeterOptions options(MeterOptions options) {
        return options.withObjects(options.objects() / shortObjects).withFormat(format);
    }
}
