// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.build.AutoIndexes;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Decides which indexes a build creates: the requested ones and, unless it is turned off, an automatic choice based on
 * the columns' types and the contents of text columns. A requested index replaces an automatic one of the same type
 * over the same columns.
 */
public class TableDefinitions {
    private static final Logger log = Logger.get(TableDefinitions.class);

    private final ColumnPaths paths;
    private final IndexTypes types;

    @Inject
    public TableDefinitions(ColumnPaths paths, IndexTypes types) {
        this.paths = requireNonNull(paths, "paths is null");
        this.types = requireNonNull(types, "types is null");
    }

    /**
     * Returns the indexes to create for a table in its current state.
     *
     * @param columns the columns whose values are stored in the objects
     * @param requested the indexes that users requested
     * @param automatic whether to choose further indexes automatically
     * @param known the indexes that the table has
     * @param sample returns casts that seem to work for the table's texts; called only if the existing indexes do not
     *     answer that, with the chosen indexes that the table does not have
     */
    public List<IndexDefinition> of(
            List<IndexedColumn> columns,
            List<IndexDefinition> requested,
            boolean automatic,
            List<IndexDefinition> known,
            Function<List<IndexDefinition>, List<ColumnPath>> sample) {
        Map<String, IndexDefinition> definitions = new LinkedHashMap<>();
        if (automatic) {
            automatic(columns, requested, known, sample)
                    .forEach(definition -> definitions.put(definition.name(), definition));
        }
        requested.forEach(request -> add(request, columns, definitions, log::warn));
        return ImmutableList.copyOf(definitions.values());
    }

    /**
     * Returns those of some indexes that a build can still make, over the columns as they are now. An index is left out
     * if the table no longer has one of its columns, or has it with a type that the index cannot be over.
     */
    public List<IndexDefinition> buildable(List<IndexedColumn> columns, List<IndexDefinition> indexes) {
        Map<String, IndexDefinition> definitions = new LinkedHashMap<>();
        indexes.forEach(index -> add(index, columns, definitions, _ -> {}));
        return ImmutableList.copyOf(definitions.values());
    }

    /** Adds a requested index, or tells the problem that keeps it from being built. */
    private void add(
            IndexDefinition request,
            List<IndexedColumn> columns,
            Map<String, IndexDefinition> definitions,
            Consumer<String> problem) {
        List<ColumnPath> over = request.columns().stream()
                .flatMap(column -> paths.parse(column.name(), columns).stream())
                .collect(toImmutableList());
        if (over.size() < request.columns().size()) {
            problem.accept(
                    "Index %s is not built: the table no longer has one of its columns. Drop the index with system.drop_index, or restore the column"
                            .formatted(request.name()));
            return;
        }
        IndexDefinition asOfNow = new IndexDefinition(request.type(), indexed(over), request.options());
        Optional<String> unfit = unfit(asOfNow);
        if (unfit.isPresent()) {
            problem.accept(
                    "Index %s can no longer be built: %s. Drop the index with system.drop_index, or restore the type of its column"
                            .formatted(request.name(), unfit.get()));
            return;
        }
        definitions.put(asOfNow.name(), asOfNow);
        // without this index, it would not be known for which ranges a cast fails
        over.stream()
                .flatMap(path -> path.uncast().stream())
                .map(uncast -> AutoIndexes.bounds(uncast.indexed()))
                .forEach(bounds -> definitions.putIfAbsent(bounds.name(), bounds));
    }

    /** Returns why an index can no longer be over its columns; empty if it can, or if its type is not installed. */
    private Optional<String> unfit(IndexDefinition definition) {
        try {
            types.find(definition.type())
                    .ifPresent(type -> type.check(IndexTypes.columnTypes(definition), definition.options()));
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    private List<IndexDefinition> automatic(
            List<IndexedColumn> columns,
            List<IndexDefinition> requested,
            List<IndexDefinition> known,
            Function<List<IndexDefinition>, List<ColumnPath>> sample) {
        // earlier choices are kept, so that a different sample does not cause objects to be summarised again
        Stream<ColumnPath> casts = known.stream()
                .filter(definition -> !names(requested).contains(definition.name()))
                // other types of indexes over a cast were requested, not chosen
                .filter(TableDefinitions::isOfBounds)
                .flatMap(definition -> definition.columns().stream())
                .flatMap(column -> paths.parse(column.name(), columns).stream())
                .filter(ColumnPath::isCast)
                .flatMap(path -> Stream.concat(Stream.of(path), path.uncast().stream()));
        Set<String> knownNames = names(known);
        List<IndexDefinition> missing = AutoIndexes.choose(columns, ImmutableList.of()).stream()
                .filter(definition -> !knownNames.contains(definition.name()))
                .collect(toImmutableList());
        if (!missing.isEmpty()) {
            casts = Stream.concat(sample.apply(missing).stream(), casts);
        }
        return AutoIndexes.choose(columns, indexed(casts.distinct().toList()));
    }

    private static boolean isOfBounds(IndexDefinition definition) {
        return definition.columns().size() == 1
                && definition
                        .type()
                        .equals(AutoIndexes.bounds(definition.columns().getFirst())
                                .type());
    }

    private static Set<String> names(List<IndexDefinition> definitions) {
        return definitions.stream().map(IndexDefinition::name).collect(toImmutableSet());
    }

    private static List<IndexedColumn> indexed(List<ColumnPath> paths) {
        return paths.stream().map(ColumnPath::indexed).collect(toImmutableList());
    }
}
