// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.picture;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
 * @param names of systems, where a chart has other ones than {@link Names}
 */
public record BarChart(
        String name,
        String title,
        String axis,
        boolean logarithmic,
        String metric,
        Map<String, String> cases,
        List<String> systems,
        Map<String, String> names)
        implements Chart {
    public BarChart(
            String name,
            String title,
            String axis,
            boolean logarithmic,
            String metric,
            Map<String, String> cases,
            List<String> systems) {
        this(name, title, axis, logarithmic, metric, cases, systems, Map.of());
    }

    /** Returns the chart with some systems named in its own way. */
    BarChart naming(Map<String, String> others) {
        return new BarChart(name, title, axis, logarithmic, metric, cases, systems, others);
    }

    String nameOf(String system) {
        return names.getOrDefault(system, Names.system(system));
    }

    /**
     * Returns what a system is compared with: the stock connector on the same data if that is drawn, otherwise the first
     * system. Ratios and percentages are compared with nothing.
     */
    Optional<String> baselineOf(String system) {
        if (Unit.of(metric) == Unit.TIMES || Unit.of(metric) == Unit.PERCENT || system.equals(systems.getFirst())) {
            return Optional.empty();
        }
        if (system.startsWith("hive-") && systems.contains(system.replace("hive-", "skipping-"))) {
            // the baseline of another
            return Optional.empty();
        }
        String stock = system.equals("iceberg") ? "hive-parquet" : system.replace("skipping-", "hive-");
        boolean isDrawn = !stock.equals(system) && systems.contains(stock);
        return Optional.of(isDrawn ? stock : systems.getFirst());
    }

    @Override
    public Collection<String> caseNames() {
        return cases.keySet();
    }
}
