// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static java.util.Objects.requireNonNull;

/**
 * Identifies the table that an index belongs to. An index that records another schema, table or location belongs to
 * another table and is not used.
 *
 * @param location where the table's data is, without a trailing slash
 */
public record IndexedTable(String schema, String table, String location) {
    public IndexedTable {
        requireNonNull(schema, "schema is null");
        requireNonNull(table, "table is null");
        requireNonNull(location, "location is null");
    }

    @Override
    public String toString() {
        return schema + "." + table;
    }
}
