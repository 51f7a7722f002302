// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.local.LocalLake;
import io.skipping.benchmarks.meters.MeterFormat;
import java.util.Arrays;
import java.util.List;

/** A way to read readings. All of a format read the same objects. */
enum Side {
    NONE("hive", LocalLake.HIVE_CATALOG, ""),
    /** By an index that knows only whole objects. */
    OBJECTS("skipping-objects", LocalLake.SKIPPING_CATALOG, "_objects"),
    RANGES("skipping", LocalLake.SKIPPING_CATALOG, "");

    private final String system;
    private final String catalog;
    private final String suffix;

    Side(String system, String catalog, String suffix) {
        this.system = system;
        this.catalog = catalog;
        this.suffix = suffix;
    }

    /** In results. */
    String system() {
        return system;
    }

    /** Over the objects of a format; several sides may share one. */
    String tableName(MeterFormat format) {
        return "meters_" + Tables.title(format) + suffix;
    }

    /** In SQL. */
    String table(MeterFormat format) {
        return "%s.%s.%s".formatted(catalog, Tables.SCHEMA, tableName(format));
    }

    static List<Side> all() {
        return Arrays.asList(values());
    }

    @Override
    public String toString() {
        return system;
    }
}
