// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.airlift.slice.Slice;
import io.skipping.index.IndexedColumn;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Accepts only rows whose text contains each of the fragments; whether such a row satisfies it is not known. The
 * fragments are the parts of a pattern that index types understand.
 *
 * @param fragments UTF-8 bytes
 */
public record Fragments(IndexedColumn column, List<Slice> fragments) implements Predicate.Leaf {
    public Fragments {
        requireNonNull(column, "column is null");
        fragments = ImmutableList.copyOf(fragments);
    }

    @Override
    public Set<IndexedColumn> columns() {
        return ImmutableSet.of(column);
    }

    @Override
    public Predicate over(UnaryOperator<IndexedColumn> names) {
        return new Fragments(names.apply(column), fragments);
    }
}
