// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import io.skipping.index.predicate.Predicate;
import java.util.stream.Stream;

/** Returns the leaves of predicates. */
public final class LeafPredicates {
    private LeafPredicates() {}

    public static Stream<Predicate.Leaf> of(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            return and.operands().stream().flatMap(LeafPredicates::of);
        }
        if (predicate instanceof Predicate.Or or) {
            return or.operands().stream().flatMap(LeafPredicates::of);
        }
        return predicate instanceof Predicate.Leaf leaf ? Stream.of(leaf) : Stream.of();
    }

    /** Returns whether an index may decide a predicate, whatever is indexed. */
    public static boolean mayBeDecided(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            return and.operands().isEmpty() || and.operands().stream().anyMatch(LeafPredicates::mayBeDecided);
        }
        if (predicate instanceof Predicate.Or or) {
            return or.operands().stream().allMatch(LeafPredicates::mayBeDecided);
        }
        return predicate instanceof Predicate.Leaf;
    }
}
