// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.s3.Latency;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

/** Tests what the report says of measurements. */
public class TestStorageSideReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", "476", 0.25, 1.75);
    private static final Latency LATENCY = new Latency(Duration.ofMillis(20), 1000);
    private static final Question BOX = new Question("box-5km", "a box", "latitude > 48");

    private static Run run(double seconds, long bytes, long rows) {
        LoggedRequest request = new LoggedRequest(
                DATE, RequestKind.GET, "lake", "csv/meters-00000.csv", Optional.empty(), 200, bytes, 0, 0, 1);
        return new Run(List.of(List.of(rows, 1.5)), seconds, seconds, RequestCounts.of(List.of(request)));
    }

    private static StorageSideReport report(Oracle oracle, Run none, Run objects, Run ranges) {
        Rounds<Side> rounds =
                new Rounds<>(List.of(Map.of(Side.NONE, none, Side.OBJECTS, objects, Side.RANGES, ranges)));
        return new StorageSideReport(
                LATENCY,
                List.of(new DataSet(ObjectKind.CSV, 32, 10_000, List.of(50L, 20L))),
                List.of(new Outcome(ObjectKind.CSV, BOX, rounds, oracle)));
    }

    @Test
    public void testWay() {
        StorageSideReport report =
                report(new Oracle(3, 1000, 100), run(2, 10_000, 3), run(1, 4000, 3), run(0.5, 1900, 3));
        assertThat(report.equalResults()).isTrue();
        String text = report.text(DATE, MACHINE);
        assertThat(text)
                .contains("All results are equal, and the oracle counts as many rows as the queries.")
                .contains("- csv: 32 objects, 10.0 kB; indexes of 50 B over ranges, of 20 B over objects")
                .contains("answers each request after 20 ms, and sends 1.00 kB a second in each stream")
                .contains("2 of 2 aims are met.")
                .as("6000 and 8100 bytes of 9000, of 9900")
                .contains(
                        "| box-5km | 3 | 10.0 kB | 4.00 kB | 1.90 kB | 1.00 kB | 100 B | 0.667 | 0.900 | 0.606 | 0.818"
                                + " |")
                .contains("| 10.0000 | 4.0000 | 1.9000 | 1.0000 | 0.1000 |")
                .contains(
                        "`SELECT count(*), avg(CAST(sumhc AS decimal(18, 6))) FROM lake.grid.meters_csv WHERE latitude"
                                + " > 48`");
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .anyMatch(each -> each.toString().equals("""
                    {"system":"skipping","case":"csv/box-5km","metric":"way_to_oracle_rows.ratio","value":0.9,"unit":"1"}\
                    """))
                .anyMatch(each -> each.toString().equals("""
                    {"system":"oracle-columns","case":"csv/box-5km","metric":"bytes","value":100,"unit":"B"}\
                    """));
    }

    @Test
    public void testNoWayToAnOracleThatSendsMore() {
        StorageSideReport report =
                report(new Oracle(3, 20_000, 100), run(2, 10_000, 3), run(2.1, 10_000, 3), run(2.01, 10_100, 3));
        assertThat(report.text(DATE, MACHINE))
                .as("what is worse than no filter is below 0")
                .contains("| 20.0 kB | 100 B | none | none | 0.000 | -0.010 |")
                .contains("| csv/box-5km: time of skipping-objects by that of hive | ≤ 1.02 | 1.050 (1.050 to 1.050) |"
                        + " **NO** |")
                .doesNotContain("| csv/box-5km: time of skipping by");
    }

    @Test
    public void testDifferentResultsAreTold() {
        Run run = run(1, 10_000, 3);
        assertThat(report(new Oracle(4, 1000, 100), run, run, run).text(DATE, MACHINE))
                .as("the oracle counts other rows")
                .contains("**RESULTS DIFFER.**");
        assertThat(report(new Oracle(3, 1000, 100), run, run, run(1, 10_000, 4)).equalResults())
                .isFalse();
    }
}
