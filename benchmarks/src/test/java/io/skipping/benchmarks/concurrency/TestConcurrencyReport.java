// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Machine;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

/** What is counted, what is claimed, and how it is told. */
public class TestConcurrencyReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final Question ALL = Question.all();
    private static final Job JOB = new Job(0, false, 0, 1, 1, 10);
    private static final long SECOND = 1_000_000_000;

    private static History history() {
        History history = new History();
        history.add(JOB, 0, 1);
        return history;
    }

    private static Asked right(long began, long ended) {
        return new Asked(ALL, began, ended, Optional.of(Map.of(0, ALL.of(JOB))), "");
    }

    private static Window window(double queriesPerSecond, int errors, int wrong) {
        return new Window(
                queriesPerSecond, 0.25, 0.5, 40, errors, wrong, 6, 3, errors + wrong > 0 ? "no such object" : "");
    }

    private static Cell cell(Contender contender, Window... windows) {
        return new Cell(contender, 4, List.of(windows));
    }

    private static ConcurrencyReport report(Window skipping) {
        return new ConcurrencyReport(
                TableSize.QUICK,
                List.of(
                        cell(Contender.HIVE, window(2, 1, 3)),
                        cell(Contender.OFF, window(2, 0, 0)),
                        cell(Contender.SKIPPING, skipping)));
    }

    @Test
    public void testWindow() {
        Asked failed = new Asked(ALL, 3 * SECOND, 4 * SECOND, Optional.empty(), "it is gone");
        Asked wrong = new Asked(ALL, 2 * SECOND, 6 * SECOND, Optional.of(Map.of()), "");
        Window window = Window.of(
                List.of(List.of(right(SECOND, 3 * SECOND), failed), List.of(right(SECOND, 2 * SECOND), wrong)),
                history(),
                5,
                2);
        assertThat(window.queries()).isEqualTo(4);
        assertThat(window.errors()).isEqualTo(1);
        assertThat(window.wrong()).isEqualTo(1);
        assertThat(window.queriesPerSecond())
                .as("one in 3 seconds, and two in 5")
                .isEqualTo(1 / 3.0 + 2 / 5.0);
        assertThat(window.median()).as("of 1, 2 and 4 seconds").isEqualTo(2);
        assertThat(window.problem())
                .isEqualTo("SELECT job, count(*), sum(energy) FROM the table WHERE true GROUP BY job gave {}");
        assertThat(Window.of(List.of(List.of(failed)), history(), 5, 2))
                .satisfies(
                        none -> assertThat(none.queriesPerSecond()).isZero(),
                        none -> assertThat(none.problem()).isEqualTo("it is gone"));
    }

    @Test
    public void testAims() {
        assertThat(Aims.of(report(window(4, 0, 0)).cells())).hasSize(6).allMatch(Aim::met);
        assertThat(Aims.of(report(window(1.5, 0, 0)).cells()))
                .filteredOn(aim -> !aim.met())
                .extracting(Aim::what)
                .containsExactly(
                        "skipping, clients=4: throughput of hive by its own",
                        "skipping, clients=4: throughput of skipping-off by its own");
        assertThat(Aims.of(report(window(4, 0, 1)).cells()))
                .filteredOn(aim -> !aim.met())
                .extracting(Aim::what)
                .containsExactly("skipping, clients=4: wrong results");
    }

    @Test
    public void testReport() {
        ConcurrencyReport report = report(window(4, 0, 0));
        assertThat(report.equalResults()).as("Hive's errors are a result").isTrue();
        assertThat(report.text(DATE, MACHINE))
                .contains("No query of ours failed", "6 of 6 aims are met.\n")
                .contains(
                        "| 4 | hive | 2.00 (2.00 to 2.00) | 0.25 (0.25 to 0.25) | 0.50 (0.50 to 0.50) | 40 | 1 | 3 | 6"
                                + " | 3 |")
                .contains("- hive, clients=4: no such object\n");
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .extracting(Object::toString)
                .contains(
                        "{\"system\":\"hive\",\"case\":\"clients=4\",\"metric\":\"not.right.percent\",\"value\":10,\"unit\":\"%\"}",
                        "{\"system\":\"skipping\",\"case\":\"clients=4\",\"metric\":\"queries.per.second\",\"value\":4,\"unit\":\"1/s\"}");
    }

    @Test
    public void testWrongAnswersOfOursAreTold() {
        ConcurrencyReport report = report(window(4, 0, 1));
        assertThat(report.equalResults()).isFalse();
        assertThat(report.text(DATE, MACHINE))
                .contains("**QUERIES OF OURS FAILED, OR GAVE WRONG ANSWERS.**")
                .contains("| skipping, clients=4: wrong results | ≤ 0.0 | 1.000 (1.000 to 1.000) | **NO** |");
    }
}
