// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

import io.skipping.testing.lake.Contender;
import io.skipping.testing.lake.LocalLake;
import java.util.List;
import java.util.stream.Stream;

/** Lists the ways to read a table; in Trino, each has a table of its own over the same objects. */
enum Way implements Contender {
    HIVE("hive", LocalLake.HIVE_CATALOG, LaidOutTable.READINGS),
    /** Skips whole objects, as the system of IOStack D4.3 does. */
    OBJECTS("skipping-objects", LocalLake.SKIPPING_CATALOG, "whole_objects"),
    /** Skips ranges, by the indexes that a build chooses. */
    RANGES("skipping", LocalLake.SKIPPING_CATALOG, "ranges"),
    /** Spark without skipping. */
    SPARK("spark", "", SparkTable.NAME),
    /** Spark that skips ranges, by the indexes that its own build chooses: it reads CSV otherwise than Hive. */
    SKIPPING_SPARK("skipping-spark", "", SparkTable.NAME),
    /** Spark that skips whole objects, as that of IOStack D4.3 does. */
    SPARK_OBJECTS("skipping-spark-objects", "", SparkTable.NAME);

    /** The ways of Trino. */
    static final List<Way> TRINO = List.of(HIVE, OBJECTS, RANGES);
    /** The ways that skip ranges or objects and always take part. */
    private static final List<Way> SKIPPING = List.of(OBJECTS, RANGES, SKIPPING_SPARK);

    private final String system;
    private final String catalog;
    private final String table;

    Way(String system, String catalog, String table) {
        this.system = system;
        this.catalog = catalog;
        this.table = table;
    }

    /**
     * Returns the ways that skip ranges or objects.
     *
     * @param withSparkObjects whether {@link #SPARK_OBJECTS} takes part
     */
    static List<Way> skipping(boolean withSparkObjects) {
        return withSparkObjects
                ? Stream.concat(SKIPPING.stream(), Stream.of(SPARK_OBJECTS)).toList()
                : SKIPPING;
    }

    @Override
    public String system() {
        return system;
    }

    boolean isSpark() {
        return catalog.isEmpty();
    }

    String table() {
        return table;
    }

    /** Returns the name of the table in SQL. */
    String from() {
        return isSpark() ? table : "%s.%s.%s".formatted(catalog, LaidOutTable.SCHEMA, table);
    }
}
