// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.testing.console.Steps;
import io.skipping.testing.s3.Latency;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the {@linkplain PaperWorkload workloads of the paper} without TPC-DS, over little data, on a store that is as fast
 * as the machine and on one that is as slow as a remote store. Systems take turns, so that other load on the machine
 * affects all of them alike. Each system reads the data that it wrote itself.
 */
final class PaperWorkloads {
    private final PaperJobs jobs;
    private final Sparks sparks;
    private final PaperData data;
    private final Latency latency;
    private final Steps steps;

    /** @param latency the latency of the slow store */
    PaperWorkloads(PaperJobs jobs, Sparks sparks, PaperData data, Latency latency, Steps steps) {
        this.jobs = jobs;
        this.sparks = sparks;
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
        PaperJobs.Prepared prepared = jobs.prepareEach(data);
        steps.begin("The workloads, not measured: what a Spark does but once");
        round(prepared, Latency.NONE);
        Map<Case, List<PaperRun>> runs = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (boolean delayed : List.of(false, true)) {
                steps.begin(
                        "The workloads, round %d of %d%s".formatted(round, rounds, delayed ? ", with latency" : ""));
                round(prepared, delayed ? latency : Latency.NONE)
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

    private Map<Turn, PaperRun> round(PaperJobs.Prepared prepared, Latency current) throws IOException {
        Map<Turn, PaperRun> runs = new LinkedHashMap<>();
        for (PaperWorkload workload : PaperWorkload.WITHOUT_TPCDS) {
            for (String system : sparks.systems()) {
                PaperRun run = jobs.run(system, workload, prepared, current);
                steps.note("%s, %s: %d requests, %.2f s"
                        .formatted(system, workload.label(), run.requests(), run.seconds()));
                runs.put(new Turn(workload, system), run);
            }
        }
        return runs;
    }
}
