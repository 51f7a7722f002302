// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A column that a model looks at. */
public record Column(String name, ColumnType type) {
    public Column {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A column needs a name");
        }
    }

    /** A copy of the columns, if no two have the same name and there is one at least. */
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
