// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import io.skipping.index.ColumnOrigin;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the columns of an index that have the values of a column of Spark, or of a field in one. Files in which columns are found by
 * name have them under that name, whatever the position of the column in a table.
 */
public final class IndexedColumns implements ColumnFinder {
    private final Map<ColumnPath, List<IndexedColumn>> columns = new LinkedHashMap<>();

    /** @param indexes of one state */
    public IndexedColumns(Collection<IndexDefinition> indexes) {
        indexes.stream()
                .flatMap(index -> index.columns().stream())
                .distinct()
                .filter(IndexedColumns::isReadAsStored)
                .forEach(column -> columns.computeIfAbsent(
                                ColumnPath.parse(column.name()).orElseThrow(), path -> new ArrayList<>())
                        .add(column));
    }

    /** Returns whether files have the values of a column in its own type, so that no engine converts them. */
    public static boolean isReadAsStored(IndexedColumn column) {
        return column.origin().reading() == ColumnOrigin.Reading.AS_STORED
                && ColumnPath.parse(column.name())
                        .flatMap(path -> HiveTypes.at(path, column.origin().storedType()))
                        .filter(SparkTypes.hiveType(column.type())::equals)
                        .isPresent();
    }

    @Override
    public List<IndexedColumn> find(ColumnPath path, ScalarType type) {
        return columns.getOrDefault(path, List.of()).stream()
                .filter(column -> column.type().equals(type))
                .toList();
    }
}
