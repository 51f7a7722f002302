// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Lists the ways to query the same table. */
public enum Setting implements Contender {
    /** Uses the stock Hive connector, as the baseline. */
    PLAIN("plain", "hive", "Hive connector", LocalLake.HIVE_CATALOG),
    /** Uses this project's connector with skipping switched off; shows that the connector itself adds no cost. */
    OFF("off", "skipping-off", "skipping off", LocalLake.SKIPPING_CATALOG),
    /** Uses this project's connector. */
    SKIPPING("skipping", "skipping", "skipping", LocalLake.SKIPPING_CATALOG);

    private final String key;
    private final String system;
    private final String title;
    private final String catalog;

    Setting(String key, String system, String title, String catalog) {
        this.key = key;
        this.system = system;
        this.title = title;
        this.catalog = catalog;
    }

    /** Returns the key of this setting in the names of results. */
    public String key() {
        return key;
    }

    @Override
    public String system() {
        return system;
    }

    /** Returns the title of this setting for human readers. */
    public String title() {
        return title;
    }

    /** Returns the catalog that queries name. */
    public String catalog() {
        return catalog;
    }

    /** Makes the queries of a connection use this setting. */
    public void prepare(Connection connection) throws SQLException {
        if (catalog.equals(LocalLake.SKIPPING_CATALOG)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION %s.skipping_enabled = %s".formatted(catalog, this == SKIPPING));
            }
        }
    }
}
