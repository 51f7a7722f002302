// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.icebergplanning;

import io.skipping.testing.lake.Contender;
import io.skipping.testing.lake.LocalLake;
import java.util.List;

/** A connector for the same Iceberg tables. */
enum Connector implements Contender {
    STOCK("iceberg", LocalLake.ICEBERG_CATALOG),
    SKIPPING("skipping-iceberg", LocalLake.SKIPPING_ICEBERG_CATALOG);

    static final List<Connector> ALL = List.of(values());

    private final String system;
    private final String catalog;

    Connector(String system, String catalog) {
        this.system = system;
        this.catalog = catalog;
    }

    @Override
    public String system() {
        return system;
    }

    String catalog() {
        return catalog;
    }
}
