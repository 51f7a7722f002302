// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexType.Fit;
import io.skipping.index.type.IndexTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/**
 * Finds the index types that serve a condition. Those of users are equal to the built-in ones: each says itself what it is good for.
 *
 * @param installed the types among which there is a choice
 */
public record FittingTypes(IndexTypes installed) {
    public FittingTypes {
        requireNonNull(installed, "installed is null");
    }

    /** Returns the type to propose where no index decides a condition; empty if none serves it. */
    public Optional<String> proposed(Predicate.Leaf condition) {
        return accepting(condition)
                .filter(type -> type.fit(condition).compareTo(Fit.GOOD) >= 0)
                // the first by name of those that fit equally well
                .reduce(BinaryOperator.maxBy(comparing(type -> type.fit(condition))))
                .map(IndexType::name);
    }

    /**
     * Returns the type to propose where the indexes that decide some conditions leave too much; empty if none tells apart the values of
     * each.
     */
    Optional<String> finer(List<Predicate.Leaf> conditions) {
        return conditions.stream()
                .flatMap(condition -> accepting(condition))
                .filter(type -> conditions.stream().allMatch(condition -> type.fit(condition) == Fit.FINER))
                .findFirst()
                .map(IndexType::name);
    }

    private Stream<IndexType> accepting(Predicate.Leaf condition) {
        return installed.all().stream().filter(type -> accepts(type, condition));
    }

    private static boolean accepts(IndexType type, Predicate.Leaf condition) {
        try {
            type.check(condition.columns().stream().map(IndexedColumn::type).collect(toImmutableList()), Map.of());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns how well an index serves a condition on its columns. */
    public Fit fit(IndexDefinition definition, Predicate.Leaf condition) {
        return installed
                .find(definition.type())
                .map(type -> type.fit(condition))
                .orElse(Fit.POSSIBLE);
    }

    /** Returns the options of an index with more room; none if its type has no such options. */
    Map<String, String> roomier(IndexDefinition definition) {
        return installed
                .find(definition.type())
                .map(type -> type.roomier(definition.options()))
                .orElse(Map.of());
    }
}
