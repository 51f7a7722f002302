// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.local.LocalLake;

/** One of the two that are compared, on the same server, over the same objects. */
enum Side {
    HIVE("hive", LocalLake.HIVE_CATALOG),
    SKIPPING("skipping", LocalLake.SKIPPING_CATALOG);

    private final String system;
    private final String catalog;

    Side(String system, String catalog) {
        this.system = system;
        this.catalog = catalog;
    }

    /** In results. */
    String system() {
        return system;
    }

    String catalog() {
        return catalog;
    }

    Side other() {
        return this == HIVE ? SKIPPING : HIVE;
    }
}
