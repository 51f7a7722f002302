// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.s3.Latency;
import io.skipping.testing.s3.RequestKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests what is kept of runs, and what the report says of them beside the paper. */
public class TestStocatorReport {
    private static final Instant DATE = Instant.parse("2026-01-15T12:00:00Z");
    private static final Machine MACHINE = new Machine("Some CPU", 2, "25", Machine.NO_TRINO, 0.25, 1.75);
    private static final Latency LATENCY = new Latency(Duration.ofMillis(20), 50_000_000);
    private static final PaperData DATA = PaperData.ofPaperObjects(32, 1);
    private static final StocatorRuns.Setup SETUP = StocatorRuns.Setup.of(DATA, LATENCY, MACHINE);

    private Path folder;

    @BeforeMethod
    public void makeFolder() throws IOException {
        folder = Files.createTempDirectory("stocator");
    }

    @AfterMethod(alwaysRun = true)
    public void deleteFolder() throws IOException {
        Folders.delete(folder);
    }

    private static StocatorRuns.Entry run(
            int round, PaperWorkload workload, StocatorSystem system, double seconds, long puts) {
        PaperRun run = new PaperRun(
                seconds,
                2 * seconds,
                Map.of(RequestKind.PUT, puts),
                4_096_000_000L,
                0,
                0,
                new PaperRun.Peaks(900_000_000, 256_000_000, 12_800_000));
        return new StocatorRuns.Entry(round, true, workload, system.label(), DATE.toString(), run);
    }

    private static List<StocatorRuns.Entry> teragen(int rounds) {
        List<StocatorRuns.Entry> runs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            runs.add(run(round, PaperWorkload.TERAGEN, StocatorSystem.FILE_V1, 300, 1024));
            runs.add(run(round, PaperWorkload.TERAGEN, StocatorSystem.FILE_V2, 120, 850));
            runs.add(run(round, PaperWorkload.TERAGEN, StocatorSystem.OURS, 60, 40));
            runs.add(run(round, PaperWorkload.TERAGEN, StocatorSystem.OURS_IN_MEMORY, 50, 40));
        }
        return runs;
    }

    @Test
    public void testObjectsAreThoseOfThePaper() {
        assertThat(DATA.records() * 100 / DATA.parts()).isEqualTo(128_000_000);
        assertThat(DATA.lines() * 96 / DATA.parts()).isBetween(127_999_000L, 128_000_000L);
    }

    @Test
    public void testRatiosStandBesideThePapers() {
        StocatorReport report = StocatorReport.of(teragen(3), DATA, LATENCY);
        assertThat(report.text(DATE, MACHINE))
                .as("25.6 times as many requests are not 33.74, but 21.25 are at least 21.15")
                .contains("1 of 2 aims are met.")
                .contains(
                        "| teragen: requests of file-v1 by those of attempt-naming, as of S3a Base by those of Stocator"
                                + " | ≥ 33.74 | 25.60 | **NO** |")
                .contains(
                        "| | file-v1 | *S3a Base* | file-v2 | *S3a Cv2* | *S3a Cv2 + FU* |\n|---|---|---|---|---|---|\n"
                                + "| Teragen | 25.60 | *33.74* | 21.25 | *21.15* | *21.15* |")
                .contains("| Teragen | 5.00 | *18.03* | 2.00 | *4.37* | *1.46* |")
                .contains(
                        "| Teragen | 300.0 | *699.5 ± 8.4* | 120.0 | *169.7 ± 4.6* | *56.8 ± 1.0* | 60.0 | *38.8 ± 1.4* |")
                .contains(
                        "| attempt-naming-bytebuffer | with latency | bytebuffer | 128M | 3 | 50.0 (50.0 to 50.0) | 40 |"
                                + " 900 MB | 256 MB | 12.8 MB |")
                .doesNotContain("Terasort:");
        assertThat(report.records(DATE, MACHINE).json().get("records"))
                .anyMatch(each -> each.toString().equals("""
                        {"system":"file-v1","case":"teragen/times-ours","metric":"ratio.requests","value":25.6,"unit":"1"}\
                        """))
                .anyMatch(each -> each.toString().equals("""
                        {"system":"attempt-naming","case":"teragen/latency","metric":"runs","value":3,"unit":"count"}\
                        """))
                .anyMatch(each -> each.toString().equals("""
                        {"system":"S3a Base","case":"teragen/published","metric":"seconds","value":699.5,"unit":"s"}\
                        """))
                .as("whether an aim is met")
                .anyMatch(each -> each.get("case").textValue().startsWith("aim/teragen: requests of file-v1")
                        && each.get("metric").textValue().equals("target_met")
                        && each.get("value").intValue() == 0);
    }

    /** The ratios of table 6 are those of the averages of table 5. */
    @Test
    public void testPublishedTimesFitTheRatios() {
        for (StocatorBaseline baseline : StocatorBaseline.values()) {
            for (PaperWorkload workload : PaperWorkload.values()) {
                baseline.time(workload)
                        .ifPresent(time -> assertThat(time.average()
                                        / StocatorBaseline.STOCATOR
                                                .time(workload)
                                                .orElseThrow()
                                                .average())
                                .as("%s, %s", baseline, workload)
                                .isCloseTo(baseline.seconds(workload).orElseThrow(), within(0.011)));
            }
        }
    }

    @Test
    public void testDateIsThatOfTheLastRun() throws IOException {
        StocatorRuns runs = StocatorRuns.open(folder.resolve("stocator-runs.json"), SETUP, false);
        assertThat(runs.lastDate()).isEmpty();
        runs.add(teragen(1));
        assertThat(runs.lastDate()).hasValue(DATE);
    }

    @Test
    public void testWhatWasNotMeasuredIsLeftOut() {
        StocatorReport report = StocatorReport.of(
                List.of(run(1, PaperWorkload.TPCDS_WRITE, StocatorSystem.OURS, 10, 13)), DATA, LATENCY);
        assertThat(report.aims()).isEmpty();
        assertThat(report.text(DATE, MACHINE)).contains("## TPC-DS, written: writes six tables as Parquet");
    }

    @Test
    public void testRunsOfSeveralCallsAddUp() throws IOException {
        Path file = folder.resolve("stocator-runs.json");
        StocatorRuns.open(file, SETUP, false).add(teragen(1));
        StocatorRuns second = StocatorRuns.open(file, SETUP, true);
        assertThat(second.all()).isEqualTo(teragen(1));
        assertThat(second.has(1, true, PaperWorkload.TERAGEN, "file-v1")).isTrue();
        assertThat(second.has(2, true, PaperWorkload.TERAGEN, "file-v1")).isFalse();
        assertThat(second.has(1, false, PaperWorkload.TERAGEN, "file-v1")).isFalse();
        second.add(List.of(run(2, PaperWorkload.READ, StocatorSystem.FILE_V1, 40, 0)));
        assertThat(StocatorRuns.open(file, SETUP, true).all()).hasSize(5);
        assertThat(folder).isDirectoryNotContaining("glob:**.next");
    }

    @Test
    public void testOtherRunsAreNotContinued() throws IOException {
        Path file = folder.resolve("stocator-runs.json");
        StocatorRuns.open(file, SETUP, true).add(teragen(1));
        assertThatThrownBy(() -> StocatorRuns.open(file, SETUP, false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has runs of an earlier call: add to them by --continue");
        for (StocatorRuns.Setup other : List.of(
                StocatorRuns.Setup.of(PaperData.ofPaperObjects(16, 1), LATENCY, MACHINE),
                StocatorRuns.Setup.of(PaperData.ofPaperObjects(32, 2), LATENCY, MACHINE),
                StocatorRuns.Setup.of(DATA, new Latency(Duration.ofMillis(10), 50_000_000), MACHINE),
                StocatorRuns.Setup.of(DATA, new Latency(Duration.ofMillis(20), 10_000_000), MACHINE),
                new StocatorRuns.Setup(DATA, 20, 50_000_000, "Some CPU", 4))) {
            assertThatThrownBy(() -> StocatorRuns.open(file, other, true))
                    .as("%s", other)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot be continued: its runs are of");
        }
    }
}
