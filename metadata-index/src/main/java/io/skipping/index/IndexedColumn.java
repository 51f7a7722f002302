// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static java.util.Objects.requireNonNull;

import io.skipping.index.value.ScalarType;

/**
 * Identifies a column that a summary describes. A summary applies to a predicate only if all parts are equal: a
 * column that was renamed, has another type, or would be read from another place is a different column.
 *
 * @param name lower-case name in the table
 * @param type type of the values, as the query sees them
 * @param origin where the reader takes the values from
 * @param ofElements whether a row has any number of these values, as of {@code elements(tags)}. Of several conditions on them, each
 *     may be satisfied by another value of a row
 */
public record IndexedColumn(String name, ScalarType type, ColumnOrigin origin, boolean ofElements) {
    /** begins the names, as an index stores them, of columns whose values are the elements of arrays, or the keys of maps */
    private static final String STORED_ELEMENTS = "elements(";

    public IndexedColumn {
        requireNonNull(name, "name is null");
        requireNonNull(type, "type is null");
        requireNonNull(origin, "origin is null");
    }

    /**
     * Creates a column from the texts that an index stores. Its name says there whether its values are those of elements.
     *
     * @param origin see {@link ColumnOrigin#parse}
     */
    public IndexedColumn(String name, ScalarType type, String origin) {
        this(name, type, ColumnOrigin.parse(origin), name.startsWith(STORED_ELEMENTS));
    }

    @Override
    public String toString() {
        return name + " " + type;
    }
}
