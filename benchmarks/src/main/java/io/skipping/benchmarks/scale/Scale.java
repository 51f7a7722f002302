// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.benchmarks.stores.MeterMetadata;
import io.skipping.benchmarks.stores.TestedStore;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how planning, memory, lookups and builds grow with the number of objects. */
@Command(
        name = "bin/bench scale",
        description = {
            "Plans queries of tables of a thousand to a million objects, by the stock Hive connector, by Trino's Iceberg connector and by",
            "ours, and measures what the index takes in heap, store and time. The largest tables have objects that are only listed.",
            ""
        })
public final class Scale extends LakeBenchmark {
    private static final int MILLION = 1_000_000;
    /** The number of rounds for tables that take long. */
    private static final int FEWER_ROUNDS = 3;

    @Option(
            names = "--listed",
            split = ",",
            paramLabel = "N",
            description =
                    "Objects of tables that are only listed (default: 1000,10000,100000,1000000; 1000,10000 with --quick).")
    private List<Integer> listed = List.of();

    @Option(
            names = "--files",
            split = ",",
            paramLabel = "N",
            description = "Objects of tables of real objects (default: 100,1000,10000; 100,300 with --quick).")
    private List<Integer> files = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each is measured (default: 5; 1 with --quick).")
    private Optional<Integer> rounds;

    private Scale() {
        super("scale");
    }

    public static void main(String[] arguments) {
        run(new Scale(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--rounds", rounds);
        for (int objects : listed) {
            if (objects < MeterMetadata.FOLDERS) {
                throw wrong("--listed %d: give at least %d, an object for each partition"
                        .formatted(objects, MeterMetadata.FOLDERS));
            }
        }
        files.forEach(objects -> requireAtLeast(1, "--files", objects));
        requireDifferent("--listed", listed);
        requireDifferent("--files", files);
    }

    /** Refuses equal sizes, since a table is named after its number of objects. */
    private void requireDifferent(String option, List<Integer> sizes) {
        if (Set.copyOf(sizes).size() < sizes.size()) {
            throw wrong("%s %s: give each number once"
                    .formatted(option, sizes.stream().map(String::valueOf).collect(Collectors.joining(","))));
        }
    }

    private List<Integer> listed() {
        if (!listed.isEmpty()) {
            return listed;
        }
        return quick() ? List.of(1000, 10_000) : List.of(1000, 10_000, 100_000, 1_000_000);
    }

    private List<Integer> files() {
        if (!files.isEmpty()) {
            return files;
        }
        return quick() ? List.of(100, 300) : List.of(100, 1000, 10_000);
    }

    private int rounds() {
        return rounds.orElse(quick() ? 1 : 5);
    }

    @Override
    protected LocalLake start() throws IOException {
        return LocalLake.in(folder()).heap("4g").withIceberg().start();
    }

    @Override
    protected ScaleReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        List<Point> points = new ArrayList<>();
        FileScale ofFiles = new FileScale(lake, queries, rounds(), steps());
        ofFiles.prepare();
        for (int objects : files()) {
            steps().begin("%,d real objects".formatted(objects));
            points.addAll(ofFiles.measure(objects));
        }
        try (TestedStore store = TestedStore.s3(lake.s3())) {
            ListedScale ofListed = new ListedScale(lake, queries, store, steps());
            ofListed.prepare();
            for (int objects : listed()) {
                steps().begin("%,d objects that are only listed".formatted(objects));
                points.addAll(
                        ofListed.measure(objects, objects < MILLION ? rounds() : Math.min(rounds(), FEWER_ROUNDS)));
            }
        }
        return new ScaleReport(rounds(), points);
    }
}
