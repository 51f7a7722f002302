// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Describes a column that a model uses. */
public record Column(String name, ColumnType type) {
    public Column {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A column needs a name");
        }
    }

    /**
     * Returns a copy of the columns.
     *
     * @throws IllegalArgumentException if there are none, or if two have the same name
     */
    static List<Column> distinct(List<Column> columns) {
        Set<String> names = new HashSet<>();
        for (Column column : columns) {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("Two columns are named " + column.name());
            }
        }
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("A model needs a column");
        }
        return List.copyOf(columns);
    }
}
