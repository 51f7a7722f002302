// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.testing.lake.LocalLake;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A way to read the rows. Contenders with the same storage read the same objects. */
enum Contender implements io.skipping.testing.lake.Contender {
    HIVE("hive", LocalLake.HIVE_CATALOG, Stored.CSV),
    SKIPPING("skipping", LocalLake.SKIPPING_CATALOG, Stored.CSV),
    /** Has an index of larger ranges, as a large table would: it is smaller and less precise. */
    SKIPPING_COARSE("skipping-1MB", LocalLake.SKIPPING_CATALOG, Stored.CSV, Optional.of("1MB")),
    HIVE_GZIP("hive-gzip", LocalLake.HIVE_CATALOG, Stored.CSV_GZIP),
    SKIPPING_GZIP("skipping-gzip", LocalLake.SKIPPING_CATALOG, Stored.CSV_GZIP),
    HIVE_JSON("hive-json", LocalLake.HIVE_CATALOG, Stored.JSON),
    SKIPPING_JSON("skipping-json", LocalLake.SKIPPING_CATALOG, Stored.JSON),
    HIVE_PARQUET("hive-parquet", LocalLake.HIVE_CATALOG, Stored.PARQUET),
    ICEBERG("iceberg", LocalLake.ICEBERG_CATALOG, Stored.PARQUET),
    /** Has an index of the ids too, which the automatic ones leave out of objects that hold many. */
    SKIPPING_ICEBERG("skipping-iceberg", LocalLake.SKIPPING_ICEBERG_CATALOG, Stored.PARQUET),
    SKIPPING_PARQUET("skipping-parquet", LocalLake.SKIPPING_CATALOG, Stored.PARQUET),
    HIVE_ORC("hive-orc", LocalLake.HIVE_CATALOG, Stored.ORC),
    SKIPPING_ORC("skipping-orc", LocalLake.SKIPPING_CATALOG, Stored.ORC);

    private final String system;
    private final String catalog;
    private final Stored stored;
    private final Optional<String> rangeSize;

    Contender(String system, String catalog, Stored stored) {
        this(system, catalog, stored, Optional.empty());
    }

    Contender(String system, String catalog, Stored stored, Optional<String> rangeSize) {
        this.system = system;
        this.catalog = catalog;
        this.stored = stored;
        this.rangeSize = rangeSize;
    }

    @Override
    public String system() {
        return system;
    }

    Stored stored() {
        return stored;
    }

    /** Returns the catalog of its table. */
    String catalog() {
        return catalog;
    }

    boolean skips() {
        return catalog.equals(LocalLake.SKIPPING_CATALOG) || isSkippingIceberg();
    }

    boolean isSkippingIceberg() {
        return catalog.equals(LocalLake.SKIPPING_ICEBERG_CATALOG);
    }

    /** Returns the stock connector over the same objects: that of Iceberg for an Iceberg table, else that of Hive. */
    Contender plain() {
        String plain = isSkippingIceberg() ? LocalLake.ICEBERG_CATALOG : LocalLake.HIVE_CATALOG;
        return Arrays.stream(values())
                .filter(each -> each.stored == stored && each.catalog.equals(plain))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the name of its table in SQL. */
    String table() {
        return "%s.%s.%s".formatted(catalog, Tables.SCHEMA, tableName());
    }

    /** Returns the name of its table. An index belongs to a table; several tables may share the same objects. */
    String tableName() {
        return stored.folder()
                + rangeSize.map(size -> "_" + size.toLowerCase(Locale.ROOT)).orElse("");
    }

    /** Returns the range size of its index; empty for the default. */
    Optional<String> rangeSize() {
        return rangeSize;
    }

    static List<Contender> skipping() {
        return Arrays.stream(values()).filter(Contender::skips).toList();
    }
}
