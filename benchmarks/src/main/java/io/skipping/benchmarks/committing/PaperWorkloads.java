// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.testing.console.Steps;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.s3.Latency;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the {@linkplain PaperWorkload workloads of the paper}, on a store that is as fast as the machine and on one that
 * is as slow as a remote store. Systems take turns, so that other load on the machine affects all of them alike. All
 * written data is read and compared with the expected data, without delays and outside the measured time.
 */
final class PaperWorkloads {
    private final LocalS3 s3;
    private final Sparks sparks;
    private final String bucket;
    private final PaperData data;
    private final Latency latency;
    private final Steps steps;
    private Contents expectedRecords;
    private Contents expectedCounts;
    private int destinations;

    /** @param latency the latency of the slow store */
    PaperWorkloads(LocalS3 s3, Sparks sparks, String bucket, PaperData data, Latency latency, Steps steps) {
        this.s3 = s3;
        this.sparks = sparks;
        this.bucket = bucket;
        this.data = data;
        this.latency = latency;
        this.steps = steps;
    }

    /**
     * Measures all workloads.
     *
     * @throws IOException also if a system has written or read wrong data
     */
    PaperReport measure(int rounds) throws IOException {
        steps.begin("What the workloads read");
        prepare();
        steps.begin("The workloads, not measured: what a Spark does but once");
        round(Latency.NONE);
        Map<Case, List<PaperRun>> runs = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (boolean delayed : List.of(false, true)) {
                steps.begin(
                        "The workloads, round %d of %d%s".formatted(round, rounds, delayed ? ", with latency" : ""));
                round(delayed ? latency : Latency.NONE)
                        .forEach((turn, run) -> runs.computeIfAbsent(new Case(turn, delayed), _ -> new ArrayList<>())
                                .add(run));
            }
        }
        List<PaperResult> results = runs.entrySet().stream()
                .map(entry -> new PaperResult(
                        entry.getKey().turn().system(),
                        entry.getKey().turn().workload(),
                        entry.getKey().delayed(),
                        List.copyOf(entry.getValue())))
                .toList();
        return new PaperReport(results, data, latency);
    }

    private record Turn(PaperWorkload workload, String system) {}

    private record Case(Turn turn, boolean delayed) {}

    private void prepare() throws IOException {
        SparkProcess any = sparks.of(sparks.systems().iterator().next());
        expectedRecords = look(any, "expected-records %d %d".formatted(data.records(), data.parts()));
        expectedCounts = look(any, "expected-counts %d %d".formatted(data.lines(), data.parts()));
        for (String system : sparks.systems()) {
            SparkProcess spark = sparks.of(system);
            spark.run("teragen %d %d %s".formatted(data.records(), data.parts(), records(system)));
            spark.run("text %d %d %s".formatted(data.lines(), data.parts(), lines(system)));
        }
    }

    private Map<Turn, PaperRun> round(Latency current) throws IOException {
        Map<Turn, PaperRun> runs = new LinkedHashMap<>();
        for (PaperWorkload workload : PaperWorkload.values()) {
            for (String system : sparks.systems()) {
                PaperRun run = run(system, workload, current);
                steps.note("%s, %s: %d requests, %.2f s"
                        .formatted(system, workload.label(), run.counts().requests(), run.seconds()));
                runs.put(new Turn(workload, system), run);
            }
        }
        return runs;
    }

    private PaperRun run(String system, PaperWorkload workload, Latency current) throws IOException {
        SparkProcess spark = sparks.of(system);
        String folder = "%s-%d".formatted(system, destinations++);
        String order = workload.order(data, records(system), lines(system), uri(folder));
        RequestLog.Mark mark = s3.log().mark();
        s3.delay(current);
        SparkProcess.Answer answer = spark.run(order);
        RequestCounts counts = s3.log().since(mark);
        s3.delay(Latency.NONE);
        check(
                system,
                workload,
                workload.writes()
                        ? look(spark, workload.look(uri(folder)))
                        : answer.contents().orElseThrow());
        // there is not enough disk space for the data of all runs
        Folders.delete(s3.bucket(bucket).resolve(folder));
        return new PaperRun(answer.seconds(), counts);
    }

    private static Contents look(SparkProcess spark, String order) throws IOException {
        return spark.run(order).contents().orElseThrow();
    }

    private void check(String system, PaperWorkload workload, Contents found) throws IOException {
        Contents expected = workload == PaperWorkload.WORDCOUNT ? expectedCounts : expectedRecords;
        if (!found.holdsTheSameAs(expected)) {
            throw new IOException("%s: %s of %s is %s and should be %s"
                    .formatted(
                            system,
                            workload.writes() ? "the result" : "what is read",
                            workload.title(),
                            found,
                            expected));
        }
        if (workload == PaperWorkload.TERASORT && !found.ordered()) {
            throw new IOException("%s: the result of Terasort is not in order".formatted(system));
        }
    }

    private String records(String system) {
        return uri(system + "-records");
    }

    private String lines(String system) {
        return uri(system + "-lines");
    }

    private String uri(String folder) {
        return "s3a://%s/%s".formatted(bucket, folder);
    }
}
