// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.testing.console.Steps;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Counts the requests that committers send for each part, by writing parts with few rows to new destinations. */
final class RequestTable {
    private static final long ROWS_OF_PART = 1000;

    private final LocalS3 s3;
    private final Sparks sparks;
    private final String bucket;
    private final Steps steps;
    private int destinations;

    RequestTable(LocalS3 s3, Sparks sparks, String bucket, Steps steps) {
        this.s3 = s3;
        this.sparks = sparks;
        this.bucket = bucket;
        this.steps = steps;
    }

    /** Measures all systems in turns, so that none waits for another and none gets a quieter machine. */
    List<CommittingResult> measure(List<Integer> parts, int runs) throws IOException {
        List<CommittingResult> results = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            steps.begin(workload.description());
            List<String> systems =
                    sparks.systems().stream().filter(workload::isFor).toList();
            for (String system : systems) {
                // warms up: some of Spark's work happens only once, and is not measured
                write(system, workload, 1);
            }
            for (int n : parts) {
                results.addAll(measure(systems, workload, n, runs));
            }
        }
        return results;
    }

    private List<CommittingResult> measure(List<String> systems, Workload workload, int parts, int runs)
            throws IOException {
        List<List<Written>> turns = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            List<Written> turn = new ArrayList<>();
            for (String system : systems) {
                turn.add(write(system, workload, parts));
            }
            turns.add(turn);
        }
        List<CommittingResult> results = new ArrayList<>();
        for (int i = 0; i < systems.size(); i++) {
            int system = i;
            List<Written> written = turns.stream().map(turn -> turn.get(system)).toList();
            CommittingResult result = new CommittingResult(
                    systems.get(system),
                    workload,
                    parts,
                    written.stream().map(Written::counts).toList(),
                    Quartiles.of(written.stream().mapToDouble(Written::seconds)),
                    written.stream().allMatch(Written::equal));
            steps.note("%s, %s: %.0f requests, %.2f s"
                    .formatted(
                            result.system(),
                            result.name(),
                            result.requests().median(),
                            result.seconds().median()));
            results.add(result);
        }
        return results;
    }

    private record Written(double seconds, RequestCounts counts, boolean equal) {}

    private Written write(String system, Workload workload, int parts) throws IOException {
        SparkProcess spark = sparks.of(system);
        String destination = "s3a://%s/%s-%d".formatted(bucket, system, destinations++);
        RequestLog.Mark mark = s3.log().mark();
        double seconds = spark.write(workload, parts, destination);
        RequestCounts counts = s3.log().since(mark);
        long rows = parts * ROWS_OF_PART;
        List<Long> expected = List.of(rows, LongStream.range(0, rows).sum());
        return new Written(seconds, counts, spark.read(workload, destination).equals(expected));
    }
}
