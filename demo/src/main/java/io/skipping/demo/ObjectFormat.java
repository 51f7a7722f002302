// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.meters.format.MeterFormat;

/** Lists the formats of the demo's objects, by the names that Hive users know. */
enum ObjectFormat {
    TEXT(MeterFormat.CSV),
    JSON(MeterFormat.JSON),
    PARQUET(MeterFormat.PARQUET),
    ORC(MeterFormat.ORC);

    private final MeterFormat format;

    ObjectFormat(MeterFormat format) {
        this.format = format;
    }

    MeterFormat format() {
        return format;
    }
}
