// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.airlift.log.Logger;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.AutoIndexes;
import io.skipping.trino.hive.HiveColumns;
import io.skipping.trino.hive.path.ColumnPath;
import io.skipping.trino.hive.path.ColumnPaths;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Which indexes a build makes: those that were asked for, or a choice by the columns' types and by what texts hold. */
public final class TableDefinitions {
    private static final Logger log = Logger.get(TableDefinitions.class);

    private TableDefinitions() {}

    /**
     * The indexes to make of a table as it is now.
     *
     * @param known the indexes that it has
     * @param sample casts that seem to work for its texts; asked for only if no index is there to say
     */
    public static List<IndexDefinition> of(
            HiveTableHandle table,
            List<IndexDefinition> requested,
            List<IndexDefinition> known,
            ColumnPaths paths,
            Supplier<List<ColumnPath>> sample) {
        List<HiveColumnHandle> columns = HiveTables.dataColumns(table);
        if (!requested.isEmpty()) {
            return requested.stream()
                    .flatMap(definition -> asOfNow(definition, columns, paths))
                    .collect(toImmutableList());
        }
        // what was chosen once is kept, so that objects are not summarised anew because the sample is another one
        Stream<ColumnPath> casts = known.isEmpty()
                ? sample.get().stream()
                : known.stream()
                        .flatMap(definition -> definition.columns().stream())
                        .flatMap(column -> paths.find(column, columns).stream())
                        .filter(ColumnPath::isCast)
                        .distinct();
        return AutoIndexes.choose(
                columns.stream().map(HiveColumns::indexed).collect(toImmutableList()),
                casts.map(ColumnPath::indexed).collect(toImmutableList()));
    }

    /** A column may have another type or place than when the index was asked for. */
    private static Stream<IndexDefinition> asOfNow(
            IndexDefinition definition, List<HiveColumnHandle> tableColumns, ColumnPaths paths) {
        List<IndexedColumn> columns = definition.columns().stream()
                .flatMap(column -> paths.parse(column.name(), tableColumns).stream())
                .map(ColumnPath::indexed)
                .collect(toImmutableList());
        if (columns.size() < definition.columns().size()) {
            log.warn(
                    "Index %s is not built: a column of it is gone. Drop the index by system.drop_index",
                    definition.name());
            return Stream.of();
        }
        return Stream.of(new IndexDefinition(definition.type(), columns, definition.options()));
    }
}
