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
import java.util.stream.Stream;

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
        return "java -jar index-builder.jar build --catalog %s --table %s --server URL".formatted(catalog, name);
    }

    /** Returns the name of the table in statements. */
    String sqlName() {
        return Stream.of(catalog, name.getSchemaName(), name.getTableName())
                .map(part -> "\"" + part.replace("\"", "\"\"") + "\"")
                .collect(joining("."));
    }

    /** Returns the commands that write the table's rows in an order. */
    String layOut(String column) {
        return "java -jar partitioner.jar train --catalog %1$s --table %2$s --server URL --columns %3$s --object-size 64MB --output model.json, then java -jar partitioner.jar rewrite --catalog %1$s --table %2$s --server URL --model model.json --sort %3$s; what this saves, and what it would ruin, say java -jar partitioner.jar advise, with the same options and the --log of past queries, and docs/partitioner.md"
                .formatted(catalog, name, column);
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
