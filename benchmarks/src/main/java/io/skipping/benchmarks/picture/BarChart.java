// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Describes a bar chart of a benchmark's records: a group of bars for each case, with a bar for each system.
 *
 * @param name the name of the picture, which is part of its file names
 * @param axis what the numbers are, with their unit
 * @param logarithmic whether the axis is logarithmic; if so, only positive numbers are drawn
 * @param metric the metric of the records that are drawn
 * @param cases labels by regular expressions for names of cases, in the order in which they are drawn; each matches one
 *     case
 * @param systems in the order in which they are drawn
 */
public record BarChart(
        String name,
        String title,
        String axis,
        boolean logarithmic,
        String metric,
        Map<String, String> cases,
        List<String> systems)
        implements Chart {
    @Override
    public Collection<String> caseNames() {
        return cases.keySet();
    }
}
