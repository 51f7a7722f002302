// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.testing.console.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Measures what questions read of one table, and collects the numbers. */
final class Measurements {
    private final Readings readings;
    private final Steps steps;
    private final long tableBytes;
    private final List<Measured> measured = new ArrayList<>();
    private boolean equalResults = true;

    Measurements(Readings readings, Steps steps) {
        this.readings = readings;
        this.steps = steps;
        tableBytes = readings.totalBytes();
    }

    Readings readings() {
        return readings;
    }

    Steps steps() {
        return steps;
    }

    long tableBytes() {
        return tableBytes;
    }

    List<Measured> all() {
        return measured;
    }

    /** Returns whether no measurement skipped a row that a question wanted. */
    boolean equalResults() {
        return equalResults;
    }

    void measure(String system, String name, Units units, List<Asked> questions) {
        Outcome outcome = Outcome.of(readings, tableBytes, units, questions);
        boolean equal = outcome.rowsMissed() == 0;
        equalResults &= equal;
        steps.note("%s, %s: × %.1f%s"
                .formatted(
                        name,
                        system,
                        outcome.ratio(),
                        equal ? "" : "; ROWS ARE MISSED, this is a bug, please report it"));
        put(system, name, "ratio", outcome.ratio(), "1");
        put(system, name, "ratio.median", outcome.medianRatio(), "1");
        put(system, name, "ratio.mean", outcome.meanRatio(), "1");
        put(system, name, "optimum.ratio", outcome.toOptimum(), "1");
        put(system, name, "best.ratio", outcome.bestRatio(), "1");
        if (name.contains("ranges")) {
            put(system, name, "ranges", outcome.meanUnits(), "count");
        } else {
            put(system, name, "objects", outcome.meanUnits(), "count");
            put(system, name, "limit.ratio", outcome.limitRatio(units.count()), "1");
        }
        put(system, name, "equal_results", equal ? 1 : 0, "boolean");
    }

    /** Returns a number; empty if it was not measured. */
    OptionalDouble find(String system, String name, String metric) {
        return measured.stream()
                .filter(number -> number.system().equals(system)
                        && number.name().equals(name)
                        && number.metric().equals(metric))
                .mapToDouble(Measured::value)
                .findFirst();
    }

    void put(String system, String name, String metric, double value, String unit) {
        measured.add(new Measured(system, name, metric, value, unit));
    }
}
