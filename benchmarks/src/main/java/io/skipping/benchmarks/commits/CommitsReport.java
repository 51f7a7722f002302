// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.commits;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * Reports the results.
 *
 * @param commit the earlier commit, as it was given
 * @param cases at least one
 */
record CommitsReport(String commit, List<Compared> cases) implements Report {
    /** The most time in that of the earlier commit: less cannot be told on most machines. */
    private static final double NOT_SLOWER = 1.03;

    @Override
    public String name() {
        return "commits";
    }

    @Override
    public String title() {
        return "This version beside commit " + commit;
    }

    @Override
    public String introduction() {
        return ("The JMH benchmarks that both versions have, each in a JVM of its own. The earlier commit and this"
                        + " version run in turns, in alternating order. Medians of %d rounds, in microseconds;"
                        + " the ratio is taken in each round, and has its quartiles.")
                .formatted(cases.getFirst().now().size());
    }

    /** Returns true: parts have no results to compare. */
    @Override
    public boolean equalResults() {
        return true;
    }

    @Override
    public String equality() {
        return "Results are not compared here; tests do that.";
    }

    @Override
    public List<Aim> aims() {
        return cases.stream()
                .map(compared -> Aim.ratio(
                        "%s: time by that of the earlier commit".formatted(compared.name()),
                        NOT_SLOWER,
                        compared.ratio()))
                .toList();
    }

    @Override
    public void put(Records records) {
        for (Compared compared : cases) {
            records.of("before", compared.name()).put("microseconds", compared.ofBefore(), "us");
            records.of("now", compared.name()).put("microseconds", compared.ofNow(), "us");
        }
    }

    @Override
    public void append(Markdown text) {
        text.line("| | before, µs | now, µs | ratio |").line("|---|---|---|---|");
        for (Compared compared : cases) {
            text.line(
                    "| %s | %s | %s | %s |",
                    compared.name(),
                    significant(compared.ofBefore()),
                    significant(compared.ofNow()),
                    compared.ratio().text(3));
        }
    }

    private static String significant(Quartiles times) {
        return BigDecimal.valueOf(times.median()).round(new MathContext(3)).toPlainString();
    }
}
