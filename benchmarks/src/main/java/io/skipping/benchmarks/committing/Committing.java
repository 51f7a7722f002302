// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.Benchmark;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Results;
import io.skipping.benchmarks.measure.SlowStore;
import io.skipping.testing.s3.Latency;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares committers. */
@Command(
        name = "bin/bench committer",
        description = {
            "Has Spark write to an S3 endpoint that counts, through Hadoop's own committer, through those of S3A, and"
                    + " through ours,",
            "to destinations that are new: parts with few rows, for the requests that a committer needs; and the"
                    + " workloads of the",
            "Stocator paper, on a store as fast as the machine and on one with latency. What each wrote is read back"
                    + " and must be",
            "all rows, each once.",
            ""
        })
public final class Committing extends Benchmark {
    private static final List<String> SYSTEMS =
            List.of("file-v1", "file-v2", "s3a-magic", "s3a-magic-memory", "s3a-directory", CommittingReport.OURS);
    private static final String BUCKET = "lake";

    private enum Part {
        REQUESTS,
        WORKLOADS
    }

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "PART",
            description = "Parts to run: requests and workloads, each with its own results (default: both).")
    private Set<Part> only = EnumSet.allOf(Part.class);

    @Mixin
    private SlowStore store;

    private Committing() {
        super("committer");
    }

    public static void main(String[] arguments) {
        run(new Committing(), arguments);
    }

    @Override
    protected boolean measure(Results results) throws IOException {
        boolean equal = true;
        steps().begin("A Spark for each of " + String.join(", ", SYSTEMS));
        try (LocalS3 s3 = LocalS3.start(folder().resolve("s3"), 0, RequestLog.inMemory());
                Sparks sparks = Sparks.start(SYSTEMS, s3, folder())) {
            s3.createBucket(BUCKET);
            if (only.contains(Part.REQUESTS)) {
                equal = measureRequests(new RequestTable(s3, sparks, BUCKET, steps()), results);
            }
            if (only.contains(Part.WORKLOADS)) {
                PaperData data = quick() ? PaperData.QUICK : PaperData.MEASURED;
                Latency latency = store.latency();
                PaperJobs jobs = new PaperJobs(s3, sparks, BUCKET);
                equal &= measureWorkloads(new PaperWorkloads(jobs, sparks, data, latency, steps()), results);
            }
        }
        return equal;
    }

    private boolean measureRequests(RequestTable table, Results results) throws IOException {
        List<Integer> parts = quick() ? List.of(1, 10) : List.of(1, 10, 100);
        double load = Machine.load();
        CommittingReport report = new CommittingReport(table.measure(parts, quick() ? 1 : 5), parts);
        return write(results, report, "476", load);
    }

    private boolean measureWorkloads(PaperWorkloads workloads, Results results) throws IOException {
        double load = Machine.load();
        return write(results, workloads.measure(quick() ? 1 : 3), "476", load);
    }
}
