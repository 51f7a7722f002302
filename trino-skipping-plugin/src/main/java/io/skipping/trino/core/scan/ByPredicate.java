// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.predicate.Predicate;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Asks one question for all units whose objects have the same predicate, which nearly always means all units. */
final class ByPredicate {
    private ByPredicate() {}

    /**
     * Returns the answers for some units, in the same order.
     *
     * @param ask returns the answers for units with the given predicate, in the same order
     */
    static <V> List<V> ask(List<ScanUnit> units, BiFunction<Predicate, List<ScanUnit>, List<V>> ask) {
        Map<Predicate, List<ScanUnit>> groups = new IdentityHashMap<>();
        for (ScanUnit unit : units) {
            groups.computeIfAbsent(unit.object().predicate(), _ -> new ArrayList<>())
                    .add(unit);
        }
        Map<ScanUnit, V> answers = new IdentityHashMap<>();
        groups.forEach((predicate, group) -> {
            List<V> found = ask.apply(predicate, group);
            for (int i = 0; i < group.size(); i++) {
                answers.put(group.get(i), found.get(i));
            }
        });
        return units.stream().map(answers::get).collect(toImmutableList());
    }
}
