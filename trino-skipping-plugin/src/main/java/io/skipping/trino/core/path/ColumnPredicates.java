// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.value.TrinoKeys;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.Set;

/** Translates the constraints of scans into predicates of the index. */
public final class ColumnPredicates {
    private ColumnPredicates() {}

    /**
     * Translates the constraint of a scan into an index predicate.
     *
     * @param domain the constraints on single columns
     * @param expressions the constraints on several columns
     * @param converted places of columns whose values the reader does not take from the object as they are; summaries are
     *     not used for them
     */
    public static Predicate of(
            TupleDomain<? extends ColumnHandle> domain,
            Predicate expressions,
            Set<Integer> converted,
            ColumnHandles columns) {
        if (domain.isNone()) {
            return Predicate.NEVER;
        }
        ImmutableList.Builder<Predicate> conjuncts = ImmutableList.builder();
        domain.getDomains().orElseThrow().forEach((column, values) -> {
            conjuncts.add(columns.path(column)
                    .map(path -> TrinoKeys.predicate(path.indexed(), values))
                    .orElse(Predicate.UNKNOWN));
        });
        conjuncts.add(expressions);
        return withoutColumns(Predicate.and(conjuncts.build()), converted);
    }

    /** Returns the predicate with every leaf on one of these columns replaced by unknown. */
    private static Predicate withoutColumns(Predicate predicate, Set<Integer> places) {
        if (places.isEmpty()) {
            return predicate;
        }
        return switch (predicate) {
            case Predicate.And and ->
                Predicate.and(and.operands().stream()
                        .map(operand -> withoutColumns(operand, places))
                        .collect(toImmutableList()));
            case Predicate.Or or ->
                Predicate.or(or.operands().stream()
                        .map(operand -> withoutColumns(operand, places))
                        .collect(toImmutableList()));
            case Predicate.Unknown unknown -> unknown;
            case Predicate.Leaf leaf ->
                leaf.columns().stream()
                                .anyMatch(column ->
                                        places.contains(column.origin().place()))
                        ? Predicate.UNKNOWN
                        : leaf;
        };
    }
}
