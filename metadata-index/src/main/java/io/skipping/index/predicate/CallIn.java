// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.KeySet;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Accepts the rows for which a function of the column's value returns a result that is not NULL and in the set.
 * Only an index type written for this function knows what it does; all other types ignore this leaf.
 *
 * @param function lower-case name of a deterministic function of one argument that belongs to no catalog
 * @param values of the function's result type
 */
public record CallIn(IndexedColumn column, String function, KeySet values) implements Predicate.Leaf {
    public CallIn {
        requireNonNull(column, "column is null");
        requireNonNull(function, "function is null");
        requireNonNull(values, "values is null");
    }

    @Override
    public Set<IndexedColumn> columns() {
        return ImmutableSet.of(column);
    }

    @Override
    public Predicate over(UnaryOperator<IndexedColumn> names) {
        return new CallIn(names.apply(column), function, values);
    }
}
