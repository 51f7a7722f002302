// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.local.LocalLake;
import io.skipping.benchmarks.meters.MeterFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A way to read the rows. All of a format read the same objects. */
enum Contender {
    HIVE("hive", LocalLake.HIVE_CATALOG, MeterFormat.CSV),
    SKIPPING("skipping", LocalLake.SKIPPING_CATALOG, MeterFormat.CSV),
    /** An index of larger ranges, as a large table has it: it tells less and takes less. */
    SKIPPING_COARSE("skipping-1MB", LocalLake.SKIPPING_CATALOG, MeterFormat.CSV, Optional.of("1MB")),
    HIVE_JSON("hive-json", LocalLake.HIVE_CATALOG, MeterFormat.JSON),
    SKIPPING_JSON("skipping-json", LocalLake.SKIPPING_CATALOG, MeterFormat.JSON),
    HIVE_PARQUET("hive-parquet", LocalLake.HIVE_CATALOG, MeterFormat.PARQUET),
    ICEBERG("iceberg", LocalLake.ICEBERG_CATALOG, MeterFormat.PARQUET),
    SKIPPING_PARQUET("skipping-parquet", LocalLake.SKIPPING_CATALOG, MeterFormat.PARQUET),
    HIVE_ORC("hive-orc", LocalLake.HIVE_CATALOG, MeterFormat.ORC),
    SKIPPING_ORC("skipping-orc", LocalLake.SKIPPING_CATALOG, MeterFormat.ORC);

    private final String system;
    private final String catalog;
    private final MeterFormat format;
    private final Optional<String> rangeSize;

    Contender(String system, String catalog, MeterFormat format) {
        this(system, catalog, format, Optional.empty());
    }

    Contender(String system, String catalog, MeterFormat format, Optional<String> rangeSize) {
        this.system = system;
        this.catalog = catalog;
        this.format = format;
        this.rangeSize = rangeSize;
    }

    /** In results. */
    String system() {
        return system;
    }

    MeterFormat format() {
        return format;
    }

    boolean skips() {
        return catalog.equals(LocalLake.SKIPPING_CATALOG);
    }

    /** The stock Hive connector over the same objects. */
    Contender plain() {
        return Arrays.stream(values())
                .filter(each -> each.format == format && each.catalog.equals(LocalLake.HIVE_CATALOG))
                .findFirst()
                .orElseThrow();
    }

    /** In SQL. */
    String table() {
        return "%s.%s.%s".formatted(catalog, Tables.SCHEMA, tableName());
    }

    /** An index belongs to a table; there may be several tables over the same objects. */
    String tableName() {
        return folder(format)
                + rangeSize.map(size -> "_" + size.toLowerCase(Locale.ROOT)).orElse("");
    }

    /** Of its index; empty for the default. */
    Optional<String> rangeSize() {
        return rangeSize;
    }

    /** Where a format's objects are. */
    static String folder(MeterFormat format) {
        return "meters_" + format.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return system;
    }

    static List<Contender> skipping() {
        return Arrays.stream(values()).filter(Contender::skips).toList();
    }
}
