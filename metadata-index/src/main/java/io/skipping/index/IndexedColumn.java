// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static java.util.Objects.requireNonNull;

import io.skipping.index.value.ScalarType;

/**
 * A column as a summary speaks of it. A summary is used for a predicate only if all three parts are equal: a renamed
 * column, one of another type, and one that the reader would take from elsewhere are other columns.
 *
 * @param name lower-case name in the table
 * @param type type of the values, as the query sees them
 * @param origin where the reader takes the values from
 */
public record IndexedColumn(String name, ScalarType type, ColumnOrigin origin) {
    public IndexedColumn {
        requireNonNull(name, "name is null");
        requireNonNull(type, "type is null");
        requireNonNull(origin, "origin is null");
    }

    /** @param origin as an index keeps it, see {@link ColumnOrigin#parse} */
    public IndexedColumn(String name, ScalarType type, String origin) {
        this(name, type, ColumnOrigin.parse(origin));
    }

    @Override
    public String toString() {
        return name + " " + type;
    }
}
