// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts together what queries have measured of each object, each of them a group of all measures. */
public final class GroupedMeasures {
    private final int count;
    private final Map<String, Measured> byPath = new LinkedHashMap<>();
    private int first;

    /**
     * Holds what was measured of one object.
     *
     * @param rows how many rows it has
     * @param numbers the measures in their order; 0 where there is none
     */
    public record Measured(long rows, long[] numbers) {}

    /**
     * Creates measures of no object yet.
     *
     * @param count how many measures the groups have together
     */
    public GroupedMeasures(int count) {
        this.count = count;
    }

    /**
     * Adds the next group.
     *
     * @param measures how many measures the group has
     * @param answer the rows of {@link SampleSql#measures}
     */
    public void add(int measures, List<List<String>> answer) {
        Map<String, Measured> before = new LinkedHashMap<>(byPath);
        byPath.clear();
        for (List<String> row : answer) {
            // an object that came or went between two groups is left out
            Measured object =
                    first == 0 ? new Measured(Long.parseLong(row.get(1)), new long[count]) : before.get(row.getFirst());
            if (object != null) {
                for (int measure = 0; measure < measures; measure++) {
                    String number = row.get(measure + 2);
                    object.numbers()[first + measure] = number == null ? 0 : Long.parseLong(number);
                }
                byPath.put(row.getFirst(), object);
            }
        }
        first += measures;
    }

    /** Returns what was measured of each object that is in all groups, by its path. */
    public Map<String, Measured> complete() {
        return byPath;
    }
}
