// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.testing.console.Steps;
import io.skipping.testing.s3.Latency;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.testng.annotations.Test;

/** Real Sparks write through committers; what ours asks of the store is what its documentation says. */
@Test(groups = "servers")
public class TestCommitting extends AbstractCommittingTest {
    private static final int PARTS = 5;

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

    @Test
    public void testASparkThatFailsSaysWhy() throws IOException {
        assertThatThrownBy(() -> SparkProcess.start("no-such-committer", s3, folder.resolve("none")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Spark has failed; its log is")
                .hasMessageContaining("NO_SUCH_COMMITTER");
    }
}
