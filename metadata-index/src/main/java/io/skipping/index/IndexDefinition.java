// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;

/**
 * Defines one index of a table: a kind of summary over one or more columns.
 *
 * @param type name of the {@link io.skipping.index.type.IndexType}
 * @param columns the columns it summarises, in the order that the type expects
 * @param options settings of the type, such as {@code limit}
 */
public record IndexDefinition(String type, List<IndexedColumn> columns, Map<String, String> options) {
    public IndexDefinition {
        columns = ImmutableList.copyOf(columns);
        options = ImmutableMap.copyOf(options);
    }

    /** Returns a readable name, unique within a table: {@code minmax(latitude)}. */
    public String name() {
        return type + columns.stream().map(IndexedColumn::name).collect(joining(",", "(", ")"));
    }
}
