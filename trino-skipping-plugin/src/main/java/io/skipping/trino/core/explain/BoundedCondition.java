// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import io.skipping.index.predicate.CallIn;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.trino.core.expression.FilterConjunct;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes a condition one that takes little memory, and is decided by the same indexes. */
final class BoundedCondition {
    /** The maximum number of values or intervals of a set. */
    private static final int MOST_VALUES = 20;

    private static final int BYTES_OF_LEAF = 50;
    private static final int BYTES_OF_VALUE = 16;

    private BoundedCondition() {}

    /**
     * Returns the condition with the first values of its sets.
     *
     * @param most how many bytes the result may take
     * @return empty if it takes more
     */
    static Optional<FilterConjunct> of(FilterConjunct conjunct, int most) {
        FilterConjunct shortened = conjunct.with(shortened(conjunct.predicate()));
        long bytes = shortened
                .predicate()
                .leaves()
                .mapToLong(BoundedCondition::bytes)
                .sum();
        return bytes > most ? Optional.empty() : Optional.of(shortened);
    }

    private static Predicate shortened(Predicate predicate) {
        return switch (predicate) {
            case Predicate.And and ->
                Predicate.and(
                        and.operands().stream().map(BoundedCondition::shortened).toList());
            case Predicate.Or or ->
                Predicate.or(
                        or.operands().stream().map(BoundedCondition::shortened).toList());
            case Predicate.InSet set
            when set.values().ranges().size() > MOST_VALUES ->
                KeySet.of(set.values().type(), set.values().ranges().subList(0, MOST_VALUES))
                        .<Predicate>map(values -> new Predicate.InSet(set.column(), values))
                        .orElse(Predicate.UNKNOWN);
            default -> predicate;
        };
    }

    private static long bytes(Predicate.Leaf leaf) {
        return BYTES_OF_LEAF
                + switch (leaf) {
                    case Predicate.InSet set -> bytes(set.values());
                    case CallIn call -> bytes(call.values());
                    case Fragments fragments ->
                        fragments.fragments().stream()
                                .mapToLong(text -> BYTES_OF_VALUE + text.length())
                                .sum();
                    case InBoxes boxes -> 2L * BYTES_OF_VALUE * boxes.boxes().size();
                    default -> 0;
                };
    }

    private static long bytes(KeySet values) {
        List<KeyRange> ranges = values.ranges();
        return ranges.stream()
                .flatMap(range -> Stream.of(range.low(), range.high()))
                .flatMap(Optional::stream)
                .mapToLong(key -> key instanceof Key.OfBytes text
                        ? BYTES_OF_VALUE + text.value().length()
                        : BYTES_OF_VALUE)
                .sum();
    }
}
