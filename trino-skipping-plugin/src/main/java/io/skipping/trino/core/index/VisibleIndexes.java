// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.inject.Inject;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.trino.core.path.ColumnPaths;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.SchemaTableName;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Says which columns and indexes of a table a user may know of. The name of an index contains the names of its columns and keys of
 * maps.
 */
public class VisibleIndexes {
    private final ColumnPaths paths;

    @Inject
    public VisibleIndexes(ColumnPaths paths) {
        this.paths = requireNonNull(paths, "paths is null");
    }

    /** Returns a predicate that accepts those of some columns that {@code SHOW COLUMNS} shows to the user. */
    public static Predicate<String> columns(
            ConnectorAccessControl accessControl, SchemaTableName table, Collection<String> names) {
        Set<String> shown = accessControl
                .filterColumns(null, ImmutableMap.of(table, ImmutableSet.copyOf(names)))
                .getOrDefault(table, ImmutableSet.of())
                .stream()
                .map(name -> name.toLowerCase(Locale.ENGLISH))
                .collect(toImmutableSet());
        return name -> shown.contains(name.toLowerCase(Locale.ENGLISH));
    }

    /**
     * Returns a predicate that accepts the indexes over columns that the user may know of. A column that the table does not have any
     * more is such a column only if the user may know of all others.
     *
     * @param ofTable the table's data columns
     */
    public Predicate<IndexDefinition> indexes(
            ConnectorAccessControl accessControl, SchemaTableName table, List<IndexedColumn> ofTable) {
        return indexes(
                columns(
                        accessControl,
                        table,
                        ofTable.stream().map(IndexedColumn::name).toList()),
                ofTable);
    }

    private Predicate<IndexDefinition> indexes(Predicate<String> isShown, List<IndexedColumn> ofTable) {
        if (ofTable.stream().map(IndexedColumn::name).allMatch(isShown)) {
            return _ -> true;
        }
        return index -> index.columns().stream()
                .allMatch(column -> paths.parse(column.name(), ofTable)
                        .filter(path -> isShown.test(path.base().name()))
                        .isPresent());
    }
}
