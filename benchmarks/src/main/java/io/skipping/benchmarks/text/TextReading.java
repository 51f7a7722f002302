// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.text;

import io.skipping.testing.lake.Contender;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.trino.TrinoRelease;
import java.util.Arrays;
import java.util.List;

/** A way to read text on a release of Trino. */
record TextReading(TrinoRelease release, Way way) implements Contender {
    enum Way {
        HIVE("hive", LocalLake.HIVE_CATALOG),
        SKIPPING("skipping", LocalLake.SKIPPING_CATALOG),
        /** Our connector, with the stock connector's readers behind it. */
        STOCK_READER("skipping-stock-reader", LocalLake.SKIPPING_CATALOG);

        private final String title;
        private final String catalog;

        Way(String title, String catalog) {
            this.title = title;
            this.catalog = catalog;
        }

        String catalog() {
            return catalog;
        }

        /** Returns the statement that chooses this way in the connector's catalog. */
        String statement() {
            return "SET SESSION %s.skipping_text_reader_enabled = %s"
                    .formatted(LocalLake.SKIPPING_CATALOG, this == SKIPPING);
        }
    }

    /** Returns all ways of each release. */
    static List<List<TextReading>> all(List<TrinoRelease> releases) {
        return releases.stream()
                .map(release -> Arrays.stream(Way.values())
                        .map(way -> new TextReading(release, way))
                        .toList())
                .toList();
    }

    /** Returns the stock connector of the same release. */
    TextReading hive() {
        return new TextReading(release, Way.HIVE);
    }

    @Override
    public String system() {
        return "%s-%s".formatted(way.title, release);
    }
}
