// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.trino.hive.HiveColumns;
import io.trino.plugin.hive.HiveColumnHandle;
import java.util.List;
import java.util.Set;

/**
 * Indexes to make, and the columns to read for them.
 *
 * @param handles no more than the definitions need
 */
record SummaryColumns(List<IndexDefinition> definitions, List<HiveColumnHandle> handles) {
    SummaryColumns {
        definitions = ImmutableList.copyOf(definitions);
        handles = ImmutableList.copyOf(handles);
    }

    /** @param columns those of the table */
    static SummaryColumns of(List<IndexDefinition> definitions, List<HiveColumnHandle> columns) {
        Set<IndexedColumn> wanted = definitions.stream()
                .flatMap(definition -> definition.columns().stream())
                .collect(toImmutableSet());
        return new SummaryColumns(
                definitions,
                columns.stream()
                        .filter(column -> wanted.contains(HiveColumns.indexed(column)))
                        .collect(toImmutableList()));
    }

    SummaryColumns without(Set<IndexDefinition> known) {
        return of(
                definitions.stream()
                        .filter(definition -> !known.contains(definition))
                        .collect(toImmutableList()),
                handles);
    }

    /** The columns as summaries know them, in the order of {@link #handles}. */
    List<IndexedColumn> indexed() {
        return handles.stream().map(HiveColumns::indexed).collect(toImmutableList());
    }
}
