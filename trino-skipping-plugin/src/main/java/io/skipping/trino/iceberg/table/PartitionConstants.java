// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import io.trino.plugin.iceberg.IcebergTableHandle;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.TypeUtil;

/**
 * Finds the columns whose values a reader takes from the manifest and not from the file: those that the file is partitioned
 * by without a transform. A file may hold other values of them, or none, so its summaries say nothing about them. Not
 * thread-safe.
 */
public final class PartitionConstants {
    private final Schema schema;
    private final Map<Integer, Integer> parents;
    private final Map<String, Spec> known = new HashMap<>();

    /** @param columns field ids of the columns that are partitioned by without a transform, or have a field that is */
    private record Spec(PartitionSpec spec, Set<Integer> columns) {}

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
        return spec(specJson).columns();
    }

    /**
     * Returns the values of these columns, and of fields, by their names in lower case, as Iceberg writes them in paths: a date is
     * {@code 2026-01-15}. Those that are NULL are left out.
     *
     * @param specJson the partition spec of a file
     * @param partition returns the values of the file's partition fields
     */
    public Map<String, String> values(String specJson, Function<PartitionSpec, StructLike> partition) {
        PartitionSpec spec = spec(specJson).spec();
        if (spec.fields().stream().noneMatch(field -> field.transform().isIdentity())) {
            return Map.of();
        }
        StructLike values = partition.apply(spec);
        ImmutableMap.Builder<String, String> named = ImmutableMap.builder();
        for (int field = 0; field < spec.fields().size(); field++) {
            PartitionField partitionField = spec.fields().get(field);
            Object value = values.get(field, Object.class);
            if (partitionField.transform().isIdentity() && value != null) {
                named.put(
                        schema.findColumnName(partitionField.sourceId()).toLowerCase(Locale.ENGLISH),
                        text(partitionField, value));
            }
        }
        return named.buildOrThrow();
    }

    @SuppressWarnings("unchecked")
    private String text(PartitionField field, Object value) {
        return ((Transform<Object, Object>) field.transform()).toHumanString(schema.findType(field.sourceId()), value);
    }

    private Spec spec(String specJson) {
        return known.computeIfAbsent(specJson, json -> {
            PartitionSpec spec = PartitionSpecParser.fromJson(schema, json);
            return new Spec(
                    spec,
                    spec.fields().stream()
                            .filter(field -> field.transform().isIdentity())
                            .map(PartitionField::sourceId)
                            .map(this::column)
                            .collect(toImmutableSet()));
        });
    }

    private int column(int field) {
        int column = field;
        while (parents.containsKey(column)) {
            column = parents.get(column);
        }
        return column;
    }
}
