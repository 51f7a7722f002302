// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static java.util.Objects.requireNonNull;

import io.trino.spi.type.Type;

/**
 * One field of a summary and where it stands in a segment file.
 *
 * @param name as the index type calls it
 * @param type type of its values
 * @param column name of the Parquet column, lower-case; empty if the values are not in the file
 */
public record StoredField(String name, Type type, String column) {
    public StoredField {
        requireNonNull(name, "name is null");
        requireNonNull(type, "type is null");
        requireNonNull(column, "column is null");
    }

    boolean isInFile() {
        return !column.isEmpty();
    }
}
