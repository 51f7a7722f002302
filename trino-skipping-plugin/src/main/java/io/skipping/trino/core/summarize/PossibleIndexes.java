// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.trino.core.path.ColumnPaths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Finds the indexes that objects can have in which some columns cannot be summarised, and remembers them. Not thread-safe. */
public final class PossibleIndexes {
    private final ColumnPaths paths;
    private final Supplier<List<IndexedColumn>> columns;
    private final Function<IndexedColumn, Integer> number;
    private final Map<Question, List<IndexDefinition>> known = new HashMap<>();

    private record Question(Set<Integer> columns, List<IndexDefinition> wanted) {}

    /**
     * @param columns returns all columns of the table that can be summarised
     * @param number returns the number of a column by which it is left out
     */
    public PossibleIndexes(
            ColumnPaths paths, Supplier<List<IndexedColumn>> columns, Function<IndexedColumn, Integer> number) {
        this.paths = requireNonNull(paths, "paths is null");
        this.columns = requireNonNull(columns, "columns is null");
        this.number = requireNonNull(number, "number is null");
    }

    /** Returns the wanted indexes that cover none of these columns. */
    public List<IndexDefinition> without(Set<Integer> numbers, List<IndexDefinition> wanted) {
        if (numbers.isEmpty()) {
            return wanted;
        }
        return known.computeIfAbsent(new Question(numbers, wanted), _ -> {
            SummaryColumns all = SummaryColumns.of(wanted, paths, columns.get());
            return all.without(all.over(columns.get().stream()
                            .filter(column -> numbers.contains(number.apply(column)))
                            .collect(toImmutableSet())))
                    .definitions();
        });
    }
}
