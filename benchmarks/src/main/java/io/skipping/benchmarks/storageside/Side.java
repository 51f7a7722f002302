// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.testing.lake.Contender;
import io.skipping.testing.lake.LocalLake;
import java.util.Arrays;
import java.util.List;

/** A way to read readings. All ways read the same objects of a kind. */
enum Side implements Contender {
    NONE("hive", LocalLake.HIVE_CATALOG, ""),
    /** Has an index over whole objects only. */
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

    @Override
    public String system() {
        return system;
    }

    /** Returns the name of its table over the objects of a kind. Several sides may share a table. */
    String tableName(ObjectKind kind) {
        return "meters_" + kind.title().replace('-', '_') + suffix;
    }

    /** Returns the name of its table in SQL. */
    String table(ObjectKind kind) {
        return "%s.%s.%s".formatted(catalog, Tables.SCHEMA, tableName(kind));
    }

    static List<Side> all() {
        return Arrays.asList(values());
    }
}
