// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import io.trino.plugin.iceberg.IcebergTableHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.types.TypeUtil;

/**
 * Finds the columns whose values a reader takes from the manifest and not from the file: those that the file is partitioned
 * by without a transform. A file may hold other values of them, or none, so its summaries say nothing about them. Not
 * thread-safe.
 */
public final class PartitionConstants {
    private final Schema schema;
    private final Map<Integer, Integer> parents;
    private final Map<String, Set<Integer>> known = new HashMap<>();

    public PartitionConstants(IcebergTableHandle table) {
        this(SchemaParser.fromJson(table.getTableSchemaJson()));
    }

    PartitionConstants(Schema schema) {
        this.schema = requireNonNull(schema, "schema is null");
        this.parents = TypeUtil.indexParents(schema.asStruct());
    }

    /**
     * Returns the field ids of these columns. Of a field inside a column, it is the id of the column.
     *
     * @param specJson the partition spec of a file
     */
    public Set<Integer> of(String specJson) {
        return known.computeIfAbsent(specJson, json -> of(PartitionSpecParser.fromJson(schema, json)));
    }

    private Set<Integer> of(PartitionSpec spec) {
        return spec.fields().stream()
                .filter(field -> field.transform().isIdentity())
                .map(PartitionField::sourceId)
                .map(this::column)
                .collect(toImmutableSet());
    }

    private int column(int field) {
        int column = field;
        while (parents.containsKey(column)) {
            column = parents.get(column);
        }
        return column;
    }
}
