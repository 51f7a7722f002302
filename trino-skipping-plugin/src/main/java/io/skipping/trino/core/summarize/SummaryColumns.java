// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import java.util.List;
import java.util.Set;

/**
 * Holds the indexes to create, the paths that they cover, and the columns to read for them.
 *
 * @param paths paths to the columns of the definitions, as far as the table has them
 * @param columns the table's columns that the definitions need
 */
public record SummaryColumns(List<IndexDefinition> definitions, List<ColumnPath> paths, List<IndexedColumn> columns) {
    public SummaryColumns {
        definitions = ImmutableList.copyOf(definitions);
        paths = ImmutableList.copyOf(paths);
        columns = ImmutableList.copyOf(columns);
    }

    /**
     * Finds the paths and columns for some definitions.
     *
     * @param columns columns of the table
     */
    public static SummaryColumns of(List<IndexDefinition> definitions, ColumnPaths paths, List<IndexedColumn> columns) {
        return of(
                definitions,
                definitions.stream()
                        .flatMap(definition -> definition.columns().stream())
                        .distinct()
                        .flatMap(column -> paths.find(column, columns).stream())
                        .collect(toImmutableList()));
    }

    private static SummaryColumns of(List<IndexDefinition> definitions, List<ColumnPath> paths) {
        return new SummaryColumns(
                definitions,
                paths,
                paths.stream().map(ColumnPath::base).distinct().collect(toImmutableList()));
    }

    public SummaryColumns without(Set<IndexDefinition> known) {
        List<IndexDefinition> rest = definitions.stream()
                .filter(definition -> !known.contains(definition))
                .collect(toImmutableList());
        return of(
                rest,
                paths.stream()
                        .filter(path -> rest.stream()
                                .anyMatch(definition -> definition.columns().contains(path.indexed())))
                        .collect(toImmutableList()));
    }

    /** Returns the indexes that cover one of these columns of the table. */
    public Set<IndexDefinition> over(Set<IndexedColumn> bases) {
        Set<IndexedColumn> found = paths.stream()
                .filter(path -> bases.contains(path.base()))
                .map(ColumnPath::indexed)
                .collect(toImmutableSet());
        return definitions.stream()
                .filter(definition -> definition.columns().stream().anyMatch(found::contains))
                .collect(toImmutableSet());
    }

    /**
     * Returns the same indexes without the values of some columns of the table: an index that covers one of them has no summary.
     */
    public SummaryColumns withoutValuesOf(Set<IndexedColumn> unknown) {
        return unknown.isEmpty()
                ? this
                : of(
                        definitions,
                        paths.stream()
                                .filter(path -> !unknown.contains(path.base()))
                                .collect(toImmutableList()));
    }

    /** Returns the columns of the index, in the order of {@link #paths}. */
    public List<IndexedColumn> indexed() {
        return paths.stream().map(ColumnPath::indexed).collect(toImmutableList());
    }
}
