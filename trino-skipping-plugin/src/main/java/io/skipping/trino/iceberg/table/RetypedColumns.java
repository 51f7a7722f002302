// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Comparator.comparing;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Sets;
import com.google.common.collect.Streams;
import io.skipping.trino.iceberg.table.DataFiles.Written;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.types.Types.StructType;

/**
 * Finds columns whose type has changed in another way than by a promotion. ALTER TABLE does not do that, but CREATE OR REPLACE TABLE
 * does: it keeps the older snapshots, and a column gets the field id of the former one with its name, whatever the type of that was.
 * A reader that takes the values of an older file for those of the new type fails, or returns other values.
 */
final class RetypedColumns {
    private final Table table;
    /** field ids of columns by schemas */
    private final Map<Integer, Set<Integer>> bySchema = new HashMap<>();

    private RetypedColumns(Table table) {
        this.table = table;
    }

    /**
     * Returns, of the data files of all snapshots that may have values of other types than their columns have now, the field ids of
     * these columns. Reads all manifests, unless every snapshot has only types of which those of now are promotions.
     *
     * @param executor runs the reads
     */
    static Map<String, Set<Integer>> inFiles(Table table, Executor executor) {
        RetypedColumns columns = new RetypedColumns(table);
        Set<Integer> ofAny = Streams.stream(table.snapshots())
                .flatMap(snapshot -> columns.since(snapshot).stream())
                .collect(toImmutableSet());
        if (ofAny.isEmpty()) {
            return Map.of();
        }
        Map<String, Set<Integer>> found = new HashMap<>();
        for (Written file : DataFiles.written(table, executor)) {
            // one whose snapshot has expired may be of any time
            Set<Integer> retyped = file.snapshot().map(columns::since).orElse(ofAny);
            if (!retyped.isEmpty()) {
                found.merge(
                        file.path(),
                        retyped,
                        (one, other) -> Sets.union(one, other).immutableCopy());
            }
        }
        return ImmutableMap.copyOf(found);
    }

    /** Returns the columns that have now another type than in a snapshot. */
    private Set<Integer> since(Snapshot snapshot) {
        Optional<Schema> schema = Optional.ofNullable(snapshot.schemaId())
                .map(id -> table.schemas().get(id));
        return schema.isPresent()
                ? since(schema.get())
                // older writers do not say which schema a snapshot has
                : table.schemas().values().stream()
                        .flatMap(any -> since(any).stream())
                        .collect(toImmutableSet());
    }

    private Set<Integer> since(Schema former) {
        return bySchema.computeIfAbsent(former.schemaId(), _ -> {
            Map<Integer, NestedField> fields = TypeUtil.indexById(former.asStruct());
            return table.schema().columns().stream()
                    .filter(column -> !isPromoted(fields, TypeUtil.indexById(StructType.of(column))))
                    .map(NestedField::fieldId)
                    .collect(toImmutableSet());
        });
    }

    /**
     * Returns whether the type of a column, and those of the fields inside it, have changed by promotions only, as far as schemas tell. The
     * wider of two types may have been the earlier one even if the table now has it again; so the order of all schemas counts. Iceberg
     * gives a schema that it has had before its former id, and may delete schemas that no snapshot has, so this is not certain.
     *
     * @param schemas all that the metadata of the table has
     * @param column the field id of a column of a table
     */
    static boolean isOnlyPromoted(Collection<Schema> schemas, int column) {
        List<Schema> inOrder =
                schemas.stream().sorted(comparing(Schema::schemaId)).toList();
        Map<Integer, NestedField> former = new HashMap<>();
        for (Schema schema : inOrder) {
            NestedField found = schema.asStruct().field(column);
            if (found != null) {
                Map<Integer, NestedField> fields = TypeUtil.indexById(StructType.of(found));
                if (!isPromoted(former, fields)) {
                    return false;
                }
                former.putAll(fields);
            }
        }
        return true;
    }

    /** Returns whether each field that was there before has the same type, or one to which Iceberg promotes the former type. */
    private static boolean isPromoted(Map<Integer, NestedField> former, Map<Integer, NestedField> fields) {
        return fields.values().stream().allMatch(field -> {
            NestedField before = former.get(field.fieldId());
            return before == null || isPromoted(before.type(), field.type());
        });
    }

    private static boolean isPromoted(Type former, Type type) {
        return type.isPrimitiveType()
                ? TypeUtil.isPromotionAllowed(former, type.asPrimitiveType())
                : former.typeId() == type.typeId();
    }
}
