// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import java.util.stream.Stream;

/** Returns the leaves of predicates. */
final class LeafPredicates {
    private LeafPredicates() {}

    static Stream<Predicate.Leaf> of(Predicate predicate) {
        return switch (predicate) {
            case Predicate.And and -> and.operands().stream().flatMap(LeafPredicates::of);
            case Predicate.Or or -> or.operands().stream().flatMap(LeafPredicates::of);
            case Predicate.Unknown _ -> Stream.of();
            case Predicate.Leaf leaf -> Stream.of(leaf);
        };
    }

    /** Returns whether a set consists of single values. */
    static boolean isPoints(KeySet values) {
        return values.ranges().stream().allMatch(KeyRange::isSingle);
    }
}
