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
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Repeats the tables and figures of the Stocator paper, with objects of its size. */
@Command(
        name = "bin/bench stocator",
        description = {
            "Runs the workloads of the Stocator paper with objects of 128 MB over a store with latency: Teragen, Copy,"
                    + " Wordcount, Terasort,",
            "Read-only and eight queries of TPC-DS, by Hadoop's own committer, by those of S3A, and by ours, which also"
                    + " uploads from memory.",
            "Every result must be right. Seconds, requests, their cost and bytes stand beside the paper's.",
            "",
            "All runs are kept in runs/stocator.json. A call that was stopped is continued by --continue.",
            ""
        })
public final class Stocator extends Benchmark {
    private static final String BUCKET = "lake";

    private enum Store {
        SLOW,
        FAST
    }

    @Option(
            names = "--objects",
            paramLabel = "N",
            description = "Objects of 128 MB of records, and of lines (default: 32, 4.1 GB; with --quick 2 of 1 MB).")
    private Optional<Integer> objects = Optional.empty();

    @Option(
            names = "--scale",
            paramLabel = "S",
            description = "Scale of TPC-DS, about the gigabytes of its tables as text (default: 1; 0.01 with --quick).")
    private Optional<Integer> scale = Optional.empty();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Runs of each workload by each system, with those that --continue finds (default: 10; 1 with"
                    + " --quick).")
    private Optional<Integer> rounds = Optional.empty();

    @Option(
            names = "--workloads",
            split = ",",
            paramLabel = "NAME",
            description = "Some of teragen, copy, wordcount, terasort, read, tpcds-write, tpcds-read (default: all).")
    private List<String> workloads =
            Arrays.stream(PaperWorkload.values()).map(PaperWorkload::label).toList();

    @Option(
            names = "--systems",
            split = ",",
            paramLabel = "NAME",
            description = "Some of file-v1, file-v2, s3a-magic, s3a-magic-memory, s3a-directory, attempt-naming,"
                    + " attempt-naming-disk, attempt-naming-bytebuffer, attempt-naming-parts,"
                    + " attempt-naming-bytebuffer-parts (default: all but s3a-magic-memory). The last four are for"
                    + " teragen alone.")
    private List<String> systems =
            StocatorSystem.DEFAULT.stream().map(StocatorSystem::label).toList();

    @Option(
            names = "--stores",
            split = ",",
            paramLabel = "STORE",
            description = "slow, with --latency and --bandwidth, fast, without, or both (default: slow).")
    private Set<Store> stores = EnumSet.of(Store.SLOW);

    @Option(
            names = "--continue",
            description = "Adds to the runs that are in the results' folder, if they are of the same sizes, latency and"
                    + " machine.")
    private boolean continued;

    @Mixin
    private SlowStore store;

    private Stocator() {
        super("stocator");
    }

    public static void main(String[] arguments) {
        run(new Stocator(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--objects", objects);
        requireAtLeast(1, "--scale", scale);
        requireAtLeast(1, "--rounds", rounds);
        chosenWorkloads();
        chosenSystems();
    }

    private List<PaperWorkload> chosenWorkloads() {
        return chosen("--workloads", workloads, List.of(PaperWorkload.values()), PaperWorkload::label);
    }

    private List<StocatorSystem> chosenSystems() {
        return chosen("--systems", systems, List.of(StocatorSystem.values()), StocatorSystem::label);
    }

    /** Returns those with the given names, in their own order. */
    private <T> List<T> chosen(String option, List<String> names, List<T> all, Function<T, String> label) {
        requireSomeOf(all.stream().map(label).toList(), option, names);
        return all.stream().filter(each -> names.contains(label.apply(each))).toList();
    }

    private PaperData data() {
        if (quick()) {
            int parts = objects.orElse(2);
            return new PaperData(10_000L * parts, 10_000L * parts, parts);
        }
        return PaperData.ofPaperObjects(objects.orElse(32), scale.orElse(1));
    }

    @Override
    protected boolean measure(Results results) throws IOException {
        double load = Machine.load();
        StocatorRuns runs = StocatorRuns.open(
                results.folder().resolve("runs").resolve("stocator.json"),
                StocatorRuns.Setup.of(data(), store.latency(), Machine.of(Machine.NO_TRINO, load)),
                continued);
        List<Turn> turns = missingTurns(runs);
        if (!turns.isEmpty()) {
            measure(turns, runs);
        }
        StocatorReport report = StocatorReport.of(runs.all(), data(), store.latency());
        // a report that is only written anew has the date of its runs, and says nothing of the load meanwhile
        return turns.isEmpty()
                ? rewrite(results, report, Machine.NO_TRINO, runs.lastDate().orElseThrow())
                : write(results, report, Machine.NO_TRINO, load);
    }

    /**
     * Describes a workload by all systems, one after the other.
     *
     * @param systems those whose run is missing
     */
    private record Turn(int round, boolean delayed, PaperWorkload workload, List<String> systems) {}

    private List<Turn> missingTurns(StocatorRuns runs) {
        List<Turn> turns = new ArrayList<>();
        for (int round = 1; round <= rounds(); round++) {
            for (Store each : stores) {
                boolean delayed = each == Store.SLOW;
                for (PaperWorkload workload : chosenWorkloads()) {
                    List<String> missing = new ArrayList<>();
                    for (StocatorSystem system : chosenSystems()) {
                        if (system.takesPartIn(workload) && !runs.has(round, delayed, workload, system.label())) {
                            missing.add(system.label());
                        }
                    }
                    if (!missing.isEmpty()) {
                        turns.add(new Turn(round, delayed, workload, round % 2 == 0 ? missing.reversed() : missing));
                    }
                }
            }
        }
        return turns;
    }

    private int rounds() {
        return rounds.orElse(quick() ? 1 : 10);
    }

    private void measure(List<Turn> turns, StocatorRuns runs) throws IOException {
        List<String> needed = chosenSystems().stream()
                .map(StocatorSystem::label)
                .filter(system -> turns.stream().anyMatch(turn -> turn.systems().contains(system)))
                .toList();
        Set<PaperWorkload> asked = EnumSet.noneOf(PaperWorkload.class);
        turns.forEach(turn -> asked.add(turn.workload()));
        steps().begin("A Spark for each of " + String.join(", ", needed));
        try (LocalS3 s3 = LocalS3.start(folder().resolve("s3"), 0, RequestLog.inMemory());
                Sparks sparks = Sparks.start(needed, system -> start(system, s3))) {
            s3.createBucket(BUCKET);
            PaperJobs jobs = new PaperJobs(s3, sparks, BUCKET);
            PaperJobs.Prepared little;
            PaperJobs.Prepared prepared;
            steps().begin("What the workloads read");
            try (SparkProcess writer = SparkProcess.start(CommittingReport.OURS, s3, folder().resolve("writer"))) {
                prepared = jobs.prepareOnce(writer, data(), asked, "measured", generated("measured"));
                little = quick()
                        ? prepared
                        : jobs.prepareOnce(writer, PaperData.QUICK, asked, "little", generated("little"));
            }
            if (!quick()) {
                steps().begin("The workloads over little data, not measured: what a Spark does but once");
                warmUp(jobs, little, turns);
            }
            for (Turn turn : turns) {
                steps().begin("Round %d of %d, %s%s"
                        .formatted(
                                turn.round(),
                                rounds(),
                                turn.workload().title(),
                                turn.delayed() ? ", with latency" : ""));
                runs.add(run(jobs, prepared, turn));
            }
        }
    }

    private SparkProcess start(String label, LocalS3 s3) throws IOException {
        StocatorSystem system = StocatorSystem.of(label).orElseThrow();
        return SparkProcess.start(system.committer(), system.properties(), s3, folder().resolve(label));
    }

    private Path generated(String name) {
        return folder().resolve(name + "-tables").toAbsolutePath();
    }

    /** Runs each workload once over little data. */
    private void warmUp(PaperJobs jobs, PaperJobs.Prepared little, List<Turn> turns) throws IOException {
        for (PaperWorkload workload : chosenWorkloads()) {
            List<String> systems = turns.stream()
                    .filter(turn -> turn.workload() == workload)
                    .flatMap(turn -> turn.systems().stream())
                    .distinct()
                    .toList();
            for (String system : systems) {
                jobs.run(system, workload, little, Latency.NONE);
            }
        }
    }

    private List<StocatorRuns.Entry> run(PaperJobs jobs, PaperJobs.Prepared prepared, Turn turn) throws IOException {
        List<StocatorRuns.Entry> runs = new ArrayList<>();
        for (String system : turn.systems()) {
            PaperRun run = jobs.run(system, turn.workload(), prepared, turn.delayed() ? store.latency() : Latency.NONE);
            steps().note("%s: %d requests, %.2f s".formatted(system, run.requests(), run.seconds()));
            runs.add(new StocatorRuns.Entry(
                    turn.round(),
                    turn.delayed(),
                    turn.workload(),
                    system,
                    Instant.now().toString(),
                    run));
        }
        return runs;
    }
}
