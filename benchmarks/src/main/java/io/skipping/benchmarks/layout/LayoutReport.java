// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Reports the results. */
final class LayoutReport implements Report {
    private final Measurements measurements;
    private final long rangeSize;
    private final DeliverableReport deliverable;

    /** @param rangeSize size of ranges in bytes */
    LayoutReport(Measurements measurements, long rangeSize) {
        this.measurements = measurements;
        this.rangeSize = rangeSize;
        deliverable = new DeliverableReport(measurements);
    }

    @Override
    public String name() {
        return "layout";
    }

    @Override
    public String title() {
        return "Layouts";
    }

    @Override
    public void put(Records records) {
        for (Measured number : measurements.all()) {
            records.of(number.system(), number.name()).put(number.metric(), number.value(), number.unit());
        }
    }

    @Override
    public boolean equalResults() {
        return measurements.equalResults();
    }

    @Override
    public String equality() {
        return measurements.equalResults() ? "No matching row was skipped." : "**MATCHING ROWS WERE SKIPPED.**";
    }

    @Override
    public String introduction() {
        return ("Readings of %,d meters on one day, %s of CSV, laid out over objects. A number is how many times"
                        + " fewer bytes are read than without a filter: the bytes of all objects, or ranges of %s, by the"
                        + " bytes of those that the index can't skip, each summed over %d questions. Layouts were trained"
                        + " with other questions than those asked, except in the cases named *again*, where"
                        + " a tree is asked the questions of one size that it was trained with.")
                .formatted(
                        measurements.readings().meters(),
                        Quantity.bytes(measurements.tableBytes()),
                        Quantity.bytes(rangeSize),
                        Experiment.QUESTIONS);
    }

    @Override
    public List<Aim> aims() {
        return deliverable.aims();
    }

    @Override
    public void append(Markdown text) {
        List<String> cases = distinct(measurements.all().stream()
                .filter(number -> number.metric().equals("ratio"))
                .map(Measured::name)
                .toList());
        deliverable.append(text);
        appendTargets(text);
        for (String group : List.of("5x5km", "10x10km", "20x20km", "mixed", "shift", "meter")) {
            append(
                    text,
                    group,
                    cases.stream().filter(name -> name.startsWith(group + "/")).toList());
        }
        appendSizes(text);
        appendSpeed(text);
    }

    private void appendTargets(Markdown text) {
        text.append("## Targets\n\n| What | Target | Measured |\n|---|---|---|\n");
        target(text, "5x5km/partitions=128/objects", Systems.KD_TREE, "60");
        target(text, "5x5km/partitions=128/objects", Systems.KD_TREE_QUERY, "80");
        target(text, "5x5km/partitions=128/again/objects", Systems.KD_TREE_QUERY, "80");
        target(text, "5x5km/partitions=128/ranges", Systems.KD_TREE_QUERY, "400");
        text.append("\n");
    }

    private void target(Markdown text, String name, String system, String target) {
        text.append("| %s, %s | %s | %s |\n".formatted(name, system, target, number(system, name, "ratio")));
    }

    private void append(Markdown text, String group, List<String> cases) {
        if (cases.isEmpty()) {
            return;
        }
        List<String> systems = distinct(measurements.all().stream()
                .filter(number -> cases.contains(number.name()))
                .map(Measured::system)
                .toList());
        text.append("## %s\n\n".formatted(group));
        text.append("| Case | best | %s |\n".formatted(String.join(" | ", systems)));
        text.append("|---|---|%s\n".formatted("---|".repeat(systems.size())));
        for (String name : cases) {
            text.append("| %s | %s |".formatted(name, number(systems.get(0), name, "best.ratio")));
            for (String system : systems) {
                String ratio = number(system, name, "ratio");
                String median = number(system, name, "ratio.median");
                text.append(" %s |".formatted(median.isEmpty() ? ratio : "%s (%s)".formatted(ratio, median)));
            }
            text.append("\n");
        }
        text.append("\n");
        if (cases.stream()
                .anyMatch(name -> !number(systems.get(0), name, "best.ratio").isEmpty())) {
            text.append(
                    "*best*: a reader of matching rows and nothing else. In brackets: the median of the questions' own"
                            + " ratios.\n\n");
        }
    }

    private void appendSizes(Markdown text) {
        text.append("## Sizes of objects, by their mean\n\n"
                + "| Case | System | smallest | middle half | largest |\n"
                + "|---|---|---|---|---|\n");
        for (Measured number : measurements.all()) {
            if (number.metric().equals("largest.ratio")) {
                text.append("| %s | %s | %s | %s to %s | %s |\n"
                        .formatted(
                                number.name(),
                                number.system(),
                                number(number.system(), number.name(), "smallest.ratio"),
                                number(number.system(), number.name(), "first_quartile.size.ratio"),
                                number(number.system(), number.name(), "third_quartile.size.ratio"),
                                decimal(number.value())));
            }
        }
        text.append("\n");
    }

    private void appendSpeed(Markdown text) {
        text.append("## Time for a record\n\n| Case | System | ns (target: 200) |\n|---|---|---|\n");
        for (Measured number : measurements.all()) {
            if (number.metric().equals("record.nanoseconds")) {
                text.append("| %s | %s | %.0f |\n".formatted(number.name(), number.system(), number.value()));
            }
        }
    }

    private static List<String> distinct(List<String> texts) {
        return texts.stream().distinct().toList();
    }

    private String number(String system, String name, String metric) {
        OptionalDouble found = measurements.find(system, name, metric);
        return found.isPresent() ? decimal(found.getAsDouble()) : "";
    }

    static String decimal(double value) {
        return String.format(Locale.ROOT, value >= 9.95 ? "%.1f" : "%.2f", value);
    }
}
