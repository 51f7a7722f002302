// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.local.Checkout;
import io.skipping.benchmarks.local.Folders;
import io.skipping.benchmarks.local.LocalS3;
import io.skipping.benchmarks.local.RequestCounts;
import io.skipping.benchmarks.local.RequestLog;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Steps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures committers side by side. */
@Command(
        name = "bin/bench committer",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Has Spark write to an S3 endpoint that counts, through Hadoop's own committer, through those of S3A, and through ours,",
            "to destinations that are new. What each wrote is read back and must be all rows, each once.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, whether or not targets are met",
            "1:results differ, or something failed",
            "2:an option is wrong"
        })
public final class Committing implements Callable<Integer> {
    private static final List<String> SYSTEMS =
            List.of("file-v1", "file-v2", "s3a-magic", "s3a-magic-memory", "s3a-directory", CommittingReport.OURS);
    private static final String BUCKET = "lake";
    private static final long ROWS_OF_PART = 1000;

    @Option(names = "--quick", description = "One run, up to 10 parts: to see that it works, not to measure.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "For committer.json, committer.md (default: benchmarks/results).")
    private Optional<Path> out;

    @Spec
    private CommandSpec spec;

    private Steps steps;
    private int destinations;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Committing()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        steps = new Steps(System.out);
        Path results = out.orElse(Checkout.root().resolve("benchmarks").resolve("results"));
        Files.createDirectories(results);
        Path folder = Checkout.root().resolve("target").resolve("committers");
        Folders.delete(folder);
        List<Integer> parts = quick ? List.of(1, 10) : List.of(1, 10, 100);
        double load = Machine.load();
        List<CommittingResult> measured = new ArrayList<>();
        try (LocalS3 s3 = LocalS3.start(folder.resolve("s3"), 0, RequestLog.inMemory())) {
            s3.createBucket(BUCKET);
            for (String system : SYSTEMS) {
                steps.begin(system);
                try (SparkProcess spark = SparkProcess.start(system, s3, folder.resolve(system))) {
                    for (Workload workload : Workload.values()) {
                        if (workload.isFor(system)) {
                            // what a Spark does but once is not measured
                            measure(system, spark, s3, workload, 1, 1);
                            for (int n : parts) {
                                CommittingResult result = measure(system, spark, s3, workload, n, quick ? 1 : 5);
                                steps.note("%s: %.0f requests, %.2f s"
                                        .formatted(
                                                result.name(),
                                                result.requests().median(),
                                                result.seconds().median()));
                                measured.add(result);
                            }
                        }
                    }
                }
            }
        }
        Folders.delete(folder);
        Instant date = Instant.now();
        Machine machine = Machine.of("476", load);
        CommittingReport report = new CommittingReport(measured, parts);
        report.records(date, machine).write(results.resolve("committer.json"));
        String text = report.text(date, machine);
        Files.writeString(results.resolve("committer.md"), text);
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return measured.stream().allMatch(CommittingResult::equal) ? 0 : 1;
    }

    private CommittingResult measure(
            String system, SparkProcess spark, LocalS3 s3, Workload workload, int parts, int runs) throws IOException {
        List<RequestCounts> counts = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        boolean equal = true;
        long rows = parts * ROWS_OF_PART;
        List<Long> expected = List.of(rows, LongStream.range(0, rows).sum());
        for (int run = 0; run < runs; run++) {
            String destination = "s3a://%s/%s-%d".formatted(BUCKET, system, destinations++);
            RequestLog.Mark mark = s3.log().mark();
            seconds.add(spark.write(workload, parts, destination) / 1000.0);
            counts.add(s3.log().since(mark));
            equal &= spark.read(workload, destination).equals(expected);
        }
        return new CommittingResult(
                system, workload, parts, counts, Quartiles.of(seconds.stream().mapToDouble(value -> value)), equal);
    }
}
