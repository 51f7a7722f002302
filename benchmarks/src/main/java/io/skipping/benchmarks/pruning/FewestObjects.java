// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Computes how few objects hold the largest values of a table. */
final class FewestObjects {
    private FewestObjects() {}

    record Value(String object, double value) {}

    /**
     * Returns the number of objects.
     *
     * @param values at least the largest values of each object
     * @param count number of values that are wanted
     */
    static long with(List<Value> values, int count) {
        double least = values.stream()
                .map(Value::value)
                .sorted(Comparator.reverseOrder())
                .limit(count)
                .reduce((_, last) -> last)
                .orElseThrow();
        Set<String> objects = new HashSet<>();
        long left = count;
        for (Value value : values) {
            if (value.value() > least) {
                objects.add(value.object());
                left--;
            }
        }
        // of the values that equal the least, any will do: first those in objects that are needed anyway, then from the
        // objects with most of them
        Map<String, Integer> equal = new HashMap<>();
        for (Value value : values) {
            if (value.value() == least && objects.contains(value.object())) {
                left--;
            } else if (value.value() == least) {
                equal.merge(value.object(), 1, Integer::sum);
            }
        }
        List<Integer> most =
                equal.values().stream().sorted(Comparator.reverseOrder()).toList();
        long needed = objects.size();
        for (int i = 0; left > 0; i++) {
            left -= most.get(i);
            needed++;
        }
        return needed;
    }
}
