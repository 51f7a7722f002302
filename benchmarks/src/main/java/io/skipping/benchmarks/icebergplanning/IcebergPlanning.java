// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.icebergplanning;

import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how planning of Iceberg tables grows with the number of their data files. */
@Command(
        name = "bin/bench iceberg-planning",
        description = {
            "Plans queries of Iceberg tables of a thousand to a hundred thousand data files, by Trino's Iceberg connector and by"
                    + " ours over the",
            "same tables, in turns. Results must be equal.",
            ""
        })
public final class IcebergPlanning extends LakeBenchmark {
    @Option(
            names = "--files",
            split = ",",
            paramLabel = "N",
            description =
                    "Data files of each table, multiples of 20 (default: 1000,10000,100000; 200,1000 with --quick).")
    private List<Integer> files = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each question is asked (default: 15; 1 with --quick).")
    private Optional<Integer> rounds;

    @Option(names = "--trino", paramLabel = "RELEASE", description = "Release of Trino: 476 (default) or 483.")
    private TrinoRelease release = TrinoRelease.TRINO_476;

    private IcebergPlanning() {
        super("iceberg-planning");
    }

    public static void main(String[] arguments) {
        run(new IcebergPlanning(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--rounds", rounds);
        for (int count : files) {
            if (count < PlannedTable.DAYS || count % PlannedTable.DAYS != 0) {
                throw wrong("--files %d: give a multiple of %d, for as many days".formatted(count, PlannedTable.DAYS));
            }
        }
        if (files.stream().distinct().count() < files.size()) {
            throw wrong("--files %s: give each number once, since a table is named after it".formatted(files));
        }
    }

    private List<Integer> files() {
        if (!files.isEmpty()) {
            return files;
        }
        return quick() ? List.of(200, 1000) : List.of(1000, 10_000, 100_000);
    }

    @Override
    protected LocalLake start() throws IOException {
        return LocalLake.in(folder()).release(release).heap("4g").withIceberg().start();
    }

    @Override
    protected IcebergPlanningReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        PlannedTable.createSchema(queries);
        int roundCount = rounds.orElse(quick() ? 1 : 15);
        List<Planned> measured = new ArrayList<>();
        for (int count : files()) {
            PlannedTable table = new PlannedTable(lake, queries, count);
            steps().begin("Writing %,d data files, and adding them to a table".formatted(count));
            double added = table.create();
            steps().begin("Building the index of %,d data files".formatted(count));
            PlannedTable.Build build = table.build();
            Map<Question, Rounds<Connector>> answers = new LinkedHashMap<>();
            for (Question question : Question.about(table.meter())) {
                steps().begin("%s of %,d data files".formatted(question.name(), count));
                Rounds<Connector> asked = table.ask(question, roundCount);
                answers.put(question, asked);
                for (Connector connector : Connector.ALL) {
                    steps().note("%-20s %.3f s"
                            .formatted(
                                    connector.system(),
                                    asked.of(connector, Run::seconds).median()));
                }
            }
            measured.add(new Planned(count, added, build, answers));
        }
        return new IcebergPlanningReport(release, measured);
    }
}
