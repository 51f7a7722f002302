// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import io.skipping.index.ColumnOrigin;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.spark.predicate.TextCast.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the columns of an index that have the values of a column of Spark, or of a field in one. Files in which columns are found by
 * name have them under that name, whatever the position of the column in a table.
 */
public final class IndexedColumns implements ColumnFinder {
    private final Map<ColumnPath, List<IndexedColumn>> columns = new LinkedHashMap<>();

    /**
     * Creates what finds columns of these indexes.
     *
     * @param indexes the indexes of one state
     */
    public IndexedColumns(Collection<IndexDefinition> indexes) {
        indexes.stream()
                .flatMap(index -> index.columns().stream())
                .distinct()
                .forEach(column -> path(column)
                        .ifPresent(path -> columns.computeIfAbsent(path, each -> new ArrayList<>())
                                .add(column)));
    }

    /**
     * Returns the path whose values a column of an index has: values that files have in its own type, so that no engine converts them, or
     * casts of texts by this release of Spark. Empty for all other columns.
     */
    public static Optional<ColumnPath> path(IndexedColumn column) {
        if (column.origin().reading() != ColumnOrigin.Reading.AS_STORED) {
            return Optional.empty();
        }
        String stored = column.origin().storedType();
        return ColumnPath.parse(column.name())
                .flatMap(path -> path.cast().isPresent()
                        ? cast(path, path.cast().get(), column, stored)
                        : Optional.of(path).filter(same -> isAt(same, stored, SparkTypes.hiveType(column.type()))));
    }

    private static Optional<ColumnPath> cast(ColumnPath path, TextCast cast, IndexedColumn column, String stored) {
        return Arrays.stream(Mode.values())
                .filter(mode -> (mode == Mode.TRY) == (cast.mode() == Mode.TRY))
                .filter(mode -> stored.endsWith(mode.suffix())
                        && isAt(
                                path,
                                stored.substring(
                                        0, stored.length() - mode.suffix().length()),
                                SparkTypes.hiveType(ScalarType.VARCHAR)))
                .findFirst()
                .filter(mode -> cast.to().equals(column.type()))
                .map(mode -> path.as(new TextCast(cast.to(), mode)));
    }

    private static boolean isAt(ColumnPath path, String columnType, String type) {
        return HiveTypes.at(path, columnType).filter(type::equals).isPresent();
    }

    @Override
    public List<IndexedColumn> find(ColumnPath path, ScalarType type) {
        return columns.getOrDefault(path, List.of()).stream()
                .filter(column -> column.type().equals(type))
                .toList();
    }
}
