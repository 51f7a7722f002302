// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableListMultimap.toImmutableListMultimap;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ListMultimap;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate.InSet;
import io.skipping.index.value.KeySet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Joins conditions on one column. {@code x >= 3 AND x < 5} are two sets, and a range with values on both sides of them and
 * none in between, such as one with a stray value, satisfies each, but not both together. Engines join the conditions on
 * columns, and not those on expressions.
 */
public final class CommonSets {
    private CommonSets() {}

    /**
     * Returns the sets that follow from several conjuncts together, and from none of them alone. None follows from conditions on elements:
     * a row with the elements 1 and 9 satisfies both {@code any_match(a, x -> x < 5)} and {@code any_match(a, x -> x > 3)}.
     *
     * @param conjuncts all of which a row satisfies; no other than {@link InSet} is looked at
     */
    public static List<InSet> impliedBy(Collection<Predicate> conjuncts) {
        return common(sets(conjuncts).filter(set -> !set.column().ofElements()));
    }

    /**
     * Adds to a condition that one element satisfies the sets that follow from several of its conjuncts together. This must be done
     * before the condition becomes one on rows.
     */
    public static Predicate ofOneElement(Predicate condition) {
        if (condition instanceof Predicate.Or or) {
            return Predicate.or(
                    or.operands().stream().map(CommonSets::ofOneElement).collect(toImmutableList()));
        }
        if (!(condition instanceof Predicate.And and)) {
            return condition;
        }
        return Predicate.and(ImmutableList.<Predicate>builder()
                .addAll(and.operands().stream().map(CommonSets::ofOneElement).collect(toImmutableList()))
                .addAll(common(sets(and.operands())))
                .build());
    }

    private static Stream<InSet> sets(Collection<Predicate> conjuncts) {
        return conjuncts.stream().filter(InSet.class::isInstance).map(InSet.class::cast);
    }

    private static List<InSet> common(Stream<InSet> conjuncts) {
        ListMultimap<IndexedColumn, InSet> byColumn =
                conjuncts.collect(toImmutableListMultimap(InSet::column, set -> set));
        return byColumn.asMap().values().stream()
                .filter(sets -> sets.size() > 1)
                .flatMap(sets -> common(sets).stream())
                .collect(toImmutableList());
    }

    /** Returns what several conditions on one column leave together; empty if one of them says as much. */
    private static Optional<InSet> common(Collection<InSet> sets) {
        KeySet values =
                sets.stream().map(InSet::values).reduce(KeySet::intersect).orElseThrow();
        InSet common = new InSet(sets.iterator().next().column(), values);
        return Optional.of(common).filter(joined -> !values.isNone() && !sets.contains(joined));
    }
}
