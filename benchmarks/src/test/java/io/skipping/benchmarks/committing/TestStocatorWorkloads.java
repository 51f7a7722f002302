// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.s3.Latency;
import io.skipping.testing.s3.RequestKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** Real Sparks run the workloads of the Stocator paper through several committers, over files that were written once. */
@Test(groups = "servers")
public class TestStocatorWorkloads extends AbstractCommittingTest {
    /** All systems read the same files; that what they read and write is right is checked by what measures. */
    @Test
    public void testWorkloadsReadWhatWasWrittenOnce() throws IOException {
        Map<StocatorSystem, Map<PaperWorkload, PaperRun>> runs = new EnumMap<>(StocatorSystem.class);
        List<StocatorSystem> systems =
                List.of(StocatorSystem.FILE_V2, StocatorSystem.OURS, StocatorSystem.OURS_IN_MEMORY);
        Path home = folder.resolve("once");
        try (Sparks sparks = Sparks.start(
                systems.stream().map(StocatorSystem::label).toList(), label -> start(label, home.resolve(label)))) {
            PaperJobs jobs = new PaperJobs(s3, sparks, "lake");
            // nothing is measured, so that one of them may have the work behind it
            PaperJobs.Prepared prepared = jobs.prepareOnce(
                    sparks.of(StocatorSystem.OURS.label()),
                    SMALL,
                    EnumSet.allOf(PaperWorkload.class),
                    "once",
                    home.resolve("tables"));
            for (StocatorSystem system : systems) {
                Map<PaperWorkload, PaperRun> ofSystem = new EnumMap<>(PaperWorkload.class);
                for (PaperWorkload workload : PaperWorkload.values()) {
                    if (system.takesPartIn(workload)) {
                        ofSystem.put(workload, jobs.run(system.label(), workload, prepared, Latency.NONE));
                    }
                }
                runs.put(system, ofSystem);
            }
        }
        Map<PaperWorkload, PaperRun> ours = runs.get(StocatorSystem.OURS);
        assertThat(ours).hasSize(PaperWorkload.values().length);
        assertThat(runs.get(StocatorSystem.OURS_IN_MEMORY)).containsOnlyKeys(PaperWorkload.TERAGEN);
        assertThat(s3.bucket("lake").resolve("once-records-plain"))
                .isDirectoryNotContaining("glob:**/_SUCCESS")
                .isDirectoryContaining("glob:**/part-*");
        ours.forEach((workload, run) -> {
            PaperRun other = runs.get(StocatorSystem.FILE_V2).get(workload);
            String name = workload.label();
            assertThat(run.bytesCopied()).as(name).isZero();
            assertThat(run.peaks().direct()).as(name).isPositive();
            if (workload.writes()) {
                assertThat(other.requests()).as(name).isGreaterThan(2 * run.requests());
                assertThat(other.bytesCopied()).as(name).isPositive();
            }
        });
        assertThat(ours.get(PaperWorkload.READ).bytesRead()
                        - runs.get(StocatorSystem.FILE_V2)
                                .get(PaperWorkload.READ)
                                .bytesRead())
                .as("the same files, and the manifest")
                .isBetween(1L, 50_000L);
        assertThat(ours.get(PaperWorkload.TPCDS_WRITE).count(RequestKind.PUT))
                .as("an object for each of six tables, one more for the largest, and six manifests")
                .isEqualTo(13);
        assertThat(runs.get(StocatorSystem.OURS_IN_MEMORY)
                        .get(PaperWorkload.TERAGEN)
                        .peaks()
                        .onDisk())
                .as("nothing is kept on disk")
                .isZero();
    }

    private SparkProcess start(String label, Path home) throws IOException {
        StocatorSystem system = StocatorSystem.of(label).orElseThrow();
        Map<String, String> properties = new HashMap<>(system.properties());
        // to compile the queries of TPC-DS takes longer than to run them
        properties.put("spark.sql.codegen.wholeStage", "false");
        properties.put("spark.sql.codegen.factoryMode", "NO_CODEGEN");
        return SparkProcess.start(system.committer(), properties, s3, home);
    }
}
