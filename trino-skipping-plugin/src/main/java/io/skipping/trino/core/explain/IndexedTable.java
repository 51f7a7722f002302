// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.airlift.slice.Slice;
import io.skipping.index.IndexDefinition;
import io.skipping.index.snapshot.IndexSnapshot;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;
import java.util.function.Predicate;

/**
 * Describes a table whose scan is explained.
 *
 * @param folders selects those of the scanned partitions
 * @param requested indexes that users asked for, built or not
 */
public record IndexedTable(
        String catalog,
        SchemaTableName name,
        IndexSnapshot snapshot,
        Predicate<Slice> folders,
        List<IndexDefinition> requested) {
    public IndexedTable {
        requireNonNull(catalog, "catalog is null");
        requireNonNull(name, "name is null");
        requireNonNull(snapshot, "snapshot is null");
        requireNonNull(folders, "folders is null");
        requested = List.copyOf(requested);
    }

    /** Returns the command that builds the index of a table. */
    static String build(String catalog, SchemaTableName name) {
        return "java -jar index-builder.jar build --catalog %s --table %s".formatted(catalog, name);
    }

    String build() {
        return build(catalog, name);
    }

    /** Returns the statement that asks for an index. */
    String create(String type, List<String> columns) {
        return "CALL %s.system.create_index('%s', '%s', '%s', ARRAY[%s]), then %s"
                .formatted(
                        catalog,
                        name.getSchemaName().replace("'", "''"),
                        name.getTableName().replace("'", "''"),
                        type,
                        columns.stream()
                                .map(column -> "'" + column.replace("'", "''") + "'")
                                .collect(joining(", ")),
                        build());
    }
}
