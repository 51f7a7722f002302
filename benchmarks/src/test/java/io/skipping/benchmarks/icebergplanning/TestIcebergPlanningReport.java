// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.icebergplanning;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.trino.TrinoRelease;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** Tests which aims the report has, and when they are met. */
public class TestIcebergPlanningReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "483", 0.25, 1.75);

    private static final Question BOUNDS =
            new Question("bounds", "no file", "SELECT count(*) FROM %s", Question.Kind.BOTH);
    private static final Question TOWN = new Question("town", "a town", "SELECT count(*) FROM %s", Question.Kind.INDEX);

    private static Run run(double seconds) {
        return new Run(List.of(List.of(7L)), seconds, seconds, RequestCounts.of(List.of()));
    }

    private static IcebergPlanningReport report(double ours) {
        Map<Question, Rounds<Connector>> answers = new LinkedHashMap<>();
        answers.put(BOUNDS, new Rounds<>(List.of(Map.of(Connector.STOCK, run(1), Connector.SKIPPING, run(ours)))));
        // the stock connector is asked once
        answers.put(
                TOWN,
                new Rounds<>(List.of(
                        Map.of(Connector.STOCK, run(90), Connector.SKIPPING, run(9)),
                        Map.of(Connector.SKIPPING, run(3)),
                        Map.of(Connector.SKIPPING, run(3)))));
        return new IcebergPlanningReport(
                TrinoRelease.TRINO_483, List.of(new Planned(1000, 2.5, new PlannedTable.Build(4, 1_000_000), answers)));
    }

    @Test
    public void testAimsAreOfPlanningAlone() {
        assertThat(report(1.05).aims())
                .singleElement()
                .matches(Aim::met)
                .satisfies(aim ->
                        assertThat(aim.what()).isEqualTo("files=1000/bounds: time by that of the stock connector"));
        assertThat(report(1.2).aims()).singleElement().matches(aim -> !aim.met());
    }

    @Test
    public void testText() {
        assertThat(report(1.05).name()).isEqualTo("iceberg-planning-483");
        assertThat(report(1.05).text(DATE, MACHINE))
                .contains(
                        "1 of 1 aims are met.",
                        "Iceberg added them in 2.5 s. The index was built in 4.0 s, and has 1.00 MB.")
                .contains("| bounds | 1.000 | 1.050 | 1.050 (1.050 to 1.050) | 0 | 0 |")
                .contains("| town | 90.000 | 3.000 | 0.100 (0.100 to 0.100) | 0 | 0 |");
    }

    @Test
    public void testRecords() {
        assertThat(report(1.05).records(DATE, MACHINE).json().get("records"))
                .anyMatch(each -> each.get("system").textValue().equals("skipping-iceberg")
                        && each.get("case").textValue().equals("files=1000/town")
                        && each.get("metric").textValue().equals("seconds")
                        && each.get("value").doubleValue() == 3);
    }
}
