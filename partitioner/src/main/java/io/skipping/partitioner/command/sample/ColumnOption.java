// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import java.util.Optional;

/**
 * Describes a column that the user asked for.
 *
 * @param type empty for the type that the table declares
 */
record ColumnOption(String name, Optional<ColumnType> type) {
    /**
     * Returns the column, if the option alone determines its type.
     *
     * @throws IllegalArgumentException if the option has no type
     */
    Column column() {
        return new Column(
                name,
                type.orElseThrow(() -> new IllegalArgumentException(
                        "%s has no type, as in %s:double; only a table of Trino has types of its own"
                                .formatted(name, name))));
    }
}
