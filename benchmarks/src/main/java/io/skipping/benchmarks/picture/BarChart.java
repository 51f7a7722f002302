// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What is to be drawn of a benchmark's records: a group of bars for each case, and in it a bar for each system.
 *
 * @param name of the picture, which is part of its file names
 * @param axis what the numbers are, with their unit
 * @param logarithmic whether the axis is; only positive numbers are drawn then
 * @param metric of the records that are drawn
 * @param cases labels by regular expressions of the names of cases, in the order in which they are drawn; each stands for one case
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
