// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.util.Collection;
import java.util.List;

/**
 * Describes a line chart of a benchmark's records: a line for each system, with two logarithmic axes. Numbers that are
 * not positive are left out.
 *
 * @param name the name of the picture, which is part of its file names
 * @param horizontalAxis what the numbers in the names of cases are, with their unit
 * @param verticalAxis what the values are, with their unit
 * @param metric the metric of the records that are drawn
 * @param cases a regular expression for names of cases, with one group: a number, the point's place on the horizontal
 *     axis
 * @param systems in the order in which they are drawn
 */
public record LineChart(
        String name,
        String title,
        String horizontalAxis,
        String verticalAxis,
        String metric,
        String cases,
        List<String> systems)
        implements Chart {
    @Override
    public Collection<String> caseNames() {
        return List.of(cases);
    }
}
