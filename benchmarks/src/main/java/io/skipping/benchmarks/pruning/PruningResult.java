// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.testing.console.Quantity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All that was measured. */
record PruningResult(List<GroupResult> groups, List<IndexCost> costs) implements Report {
    PruningResult {
        groups = List.copyOf(groups);
        costs = List.copyOf(costs);
    }

    @Override
    public Records records(Instant date, Machine machine) {
        return PruningRecords.of(date, machine, this);
    }

    @Override
    public String text(Instant date, Machine machine) {
        return PruningReport.of(date, machine, this);
    }

    @Override
    public boolean equalResults() {
        return groups.stream().flatMap(group -> group.outcomes().stream()).allMatch(Outcome::equalResults);
    }

    /** All that was wanted. */
    List<Checked> targets() {
        List<Checked> targets = new ArrayList<>();
        for (GroupResult result : groups) {
            Group group = result.group();
            group.mostTightness()
                    .ifPresent(most -> targets.add(new Checked(
                            group.name() + "/all",
                            "tightness ≤ " + most,
                            String.format(Locale.ROOT, "%.3f", result.tightness()),
                            result.tightnessMet())));
            for (Outcome outcome : result.outcomes()) {
                PruningCase question = outcome.question();
                if (!question.target().text().isEmpty()) {
                    targets.add(new Checked(
                            question.name(),
                            question.target().text(),
                            "%d objects read, %d needed; %s of %s"
                                    .formatted(
                                            outcome.objectsRead(),
                                            outcome.objectsNeeded(),
                                            Quantity.bytes(
                                                    outcome.skipping().counts().bytesSent()),
                                            Quantity.bytes(
                                                    outcome.plain().counts().bytesSent())),
                            outcome.targetMet()));
                }
            }
            for (List<String> names : group.same()) {
                boolean same = result.sameObjects(names);
                targets.add(new Checked(
                        String.join(", ", names), "the same objects read", same ? "the same" : "others", same));
            }
        }
        for (IndexCost cost : costs) {
            cost.kind()
                    .mostPercent()
                    .ifPresent(most -> targets.add(new Checked(
                            cost.name(),
                            String.format(Locale.ROOT, "≤ %s %% of the data", most),
                            String.format(Locale.ROOT, "%.2f %%", cost.percent()),
                            cost.sizeMet())));
            targets.add(new Checked(
                    cost.name(),
                    "built within %s scans".formatted(IndexCost.MOST_TIME),
                    String.format(Locale.ROOT, "%.2f", cost.ratio().median()),
                    cost.timeMet()));
        }
        return targets;
    }
}
