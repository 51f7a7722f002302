// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.testing.console.Steps;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.s3.Latency;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Real Sparks write through committers; what ours asks of the store is what its documentation says. */
@Test(groups = "servers")
public class TestCommitting {
    private static final int PARTS = 5;
    private static final PaperData SMALL = new PaperData(2_000, 1_000, 3);

    private Path folder;
    private LocalS3 s3;

    @BeforeClass
    public void start() throws IOException {
        if (!Files.exists(Checkout.root().resolve("benchmarks/spark-jobs/target/spark-jobs.classpath"))) {
            // 'mvn verify' of everything makes it; tests of this module alone may come without
            throw new SkipException("benchmarks/spark-jobs is not built");
        }
        folder = Files.createTempDirectory("committing");
        s3 = LocalS3.start(folder.resolve("s3"), 0, RequestLog.inMemory());
        s3.createBucket("lake");
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (s3 != null) {
            s3.close();
            s3 = null;
        }
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    @Test
    public void testOursAsksForWhatItWritesAndLittleElse() throws IOException {
        try (SparkProcess spark = SparkProcess.start(CommittingReport.OURS, s3, folder.resolve("ours"))) {
            for (Workload workload : Workload.values()) {
                RequestCounts counts = write(spark, workload, "ours");
                assertThat(counts.requests())
                        .as("%s: %s", workload, counts.byKind())
                        .isLessThanOrEqualTo(workload.target(PARTS));
                assertThat(counts.count(RequestKind.PUT))
                        .as("parts and the manifest")
                        .isEqualTo(PARTS + 1);
                assertThat(counts.byKind())
                        .doesNotContainKeys(RequestKind.COPY, RequestKind.DELETE, RequestKind.DELETE_MANY);
            }
        }
    }

    @Test
    public void testTheOldOneCopies() throws IOException {
        try (SparkProcess spark = SparkProcess.start("file-v1", s3, folder.resolve("file-v1"))) {
            for (Workload workload : Workload.values()) {
                RequestCounts counts = write(spark, workload, "old");
                assertThat(counts.count(RequestKind.COPY))
                        .as("from attempt to task, and from task to destination")
                        .isEqualTo(2 * PARTS);
                assertThat(counts.requests()).isGreaterThan(3L * workload.target(PARTS));
            }
        }
    }

    private RequestCounts write(SparkProcess spark, Workload workload, String prefix) throws IOException {
        String destination = "s3a://lake/%s-%s".formatted(prefix, workload.label());
        RequestLog.Mark mark = s3.log().mark();
        spark.write(workload, PARTS, destination);
        RequestCounts counts = s3.log().since(mark);
        long rows = PARTS * 1000;
        assertThat(spark.read(workload, destination)).isEqualTo(List.of(rows, rows * (rows - 1) / 2));
        return counts;
    }

    /** That results are equal is checked by what measures: it gives none of others. */
    @Test
    public void testWorkloadsOfThePaper() throws IOException {
        Latency latency = new Latency(Duration.ofMillis(2), 50_000_000);
        List<PaperResult> results;
        try (Sparks sparks = Sparks.start(List.of("file-v1", CommittingReport.OURS), s3, folder.resolve("paper"))) {
            PaperJobs jobs = new PaperJobs(s3, sparks, "lake");
            results = new PaperWorkloads(jobs, sparks, SMALL, latency, new Steps(System.out))
                    .measure(1)
                    .results();
        }
        assertThat(results)
                .extracting(PaperResult::system, PaperResult::name)
                .hasSize(2 * 2 * PaperWorkload.WITHOUT_TPCDS.size())
                .doesNotHaveDuplicates();
        for (PaperResult result : results) {
            PaperRun run = result.runs().getFirst();
            String name = result.system() + " " + result.name();
            boolean rewrites =
                    result.system().equals("file-v1") && result.workload().writes();
            if (rewrites) {
                assertThat(run.count(RequestKind.COPY))
                        .as("%s: from attempt to task, and from task to destination", name)
                        .isEqualTo(2L * SMALL.parts());
            } else {
                assertThat(run.byKind())
                        .as(name)
                        .doesNotContainKeys(RequestKind.COPY, RequestKind.DELETE, RequestKind.DELETE_MANY);
                assertThat(run.bytesCopied()).as(name).isZero();
            }
            if (rewrites && result.workload() != PaperWorkload.WORDCOUNT) {
                assertThat(run.bytesCopied()).as(name).isEqualTo(2 * 100 * SMALL.records());
            }
            switch (result.workload()) {
                case TERAGEN, COPY, TERASORT ->
                    assertThat(run.bytesWritten()).as(name).isGreaterThanOrEqualTo(100 * SMALL.records());
                case WORDCOUNT -> assertThat(run.bytesWritten()).as(name).isPositive();
                case READ -> assertThat(run.bytesWritten()).as(name).isZero();
                case TPCDS_WRITE, TPCDS_READ -> throw new AssertionError(name + " has sizes of its own");
            }
            if (result.delayed()) {
                assertThat(run.storeSeconds()).as(name).isGreaterThanOrEqualTo(0.002 * run.requests());
            }
        }
    }

    /** All systems read the same files; that what they read and write is right is checked by what measures. */
    @Test
    public void testWorkloadsReadWhatWasWrittenOnce() throws IOException {
        Map<StocatorSystem, Map<PaperWorkload, PaperRun>> runs = new EnumMap<>(StocatorSystem.class);
        List<StocatorSystem> systems =
                List.of(StocatorSystem.FILE_V2, StocatorSystem.OURS, StocatorSystem.OURS_IN_MEMORY);
        Path home = folder.resolve("once");
        try (SparkProcess writer = SparkProcess.start(CommittingReport.OURS, s3, home.resolve("writer"));
                Sparks sparks = Sparks.start(
                        systems.stream().map(StocatorSystem::label).toList(),
                        label -> start(label, home.resolve(label)))) {
            PaperJobs jobs = new PaperJobs(s3, sparks, "lake");
            PaperJobs.Prepared prepared =
                    jobs.prepareOnce(writer, SMALL, EnumSet.allOf(PaperWorkload.class), "once", home.resolve("tables"));
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
        return SparkProcess.start(system.committer(), system.properties(), s3, home);
    }

    @Test
    public void testASparkThatFailsSaysWhy() throws IOException {
        assertThatThrownBy(() -> SparkProcess.start("no-such-committer", s3, folder.resolve("none")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Spark has failed; its log is")
                .hasMessageContaining("NO_SUCH_COMMITTER");
    }
}
