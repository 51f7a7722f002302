// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.logs.LogOptions;
import io.skipping.testing.meters.MeterOptions;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how tight pruning is, and what the indexes cost. */
@Command(
        name = "bin/bench pruning",
        description = {
            "Asks many kinds of questions by the stock Hive connector, and by this project's with skipping off and on,"
                    + " and",
            "compares the objects that are read with those that hold a matching row. Counts are the S3 endpoint's own.",
            "Results must be equal. Says of each kind of index what it takes to build and to keep.",
            ""
        })
public final class Pruning extends LakeBenchmark {
    /** The parts that can be measured alone. */
    enum Part {
        QUESTIONS,
        COSTS
    }

    @Option(names = "--only", paramLabel = "PART", description = "questions or costs (default: both).")
    private Optional<Part> only = Optional.empty();

    @Option(
            names = "--builds",
            paramLabel = "N",
            description = "Builds of each kind of index, for their costs (default: 3; 1 with --quick).")
    private Optional<Integer> builds;

    private Pruning() {
        super("pruning");
    }

    public static void main(String[] arguments) {
        run(new Pruning(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--builds", builds);
    }

    @Override
    protected PruningReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        return measure(new Lake(lake, queries));
    }

    private PruningReport measure(Lake lake) throws IOException, SQLException {
        lake.createSchema();
        List<Workload> workloads = List.of(
                new MeterWorkload(
                        MeterOptions.defaults().withObjects(quick() ? 32 : 128).withMegabytes(quick() ? 0.3 : 1),
                        quick()),
                new LogWorkload(new LogOptions(1, quick() ? 60 : 1000, 150_000), quick()),
                new EventWorkload(new Events(quick() ? 16 : 64, quick() ? 200 : 1000), quick()));
        List<GroupResult> groups = new ArrayList<>();
        List<IndexCost> costs = new ArrayList<>();
        for (Workload workload : workloads) {
            steps().begin("%s: generating, indexing".formatted(workload.title()));
            workload.prepare(lake);
            for (Group group : measures(Part.QUESTIONS) ? workload.groups(lake) : List.<Group>of()) {
                steps().begin("%s: %d questions"
                        .formatted(group.title(), group.cases().size()));
                groups.add(measure(lake, group));
            }
        }
        for (Workload workload : workloads) {
            for (IndexKind kind : measures(Part.COSTS) ? workload.indexes() : List.<IndexKind>of()) {
                steps().begin("Cost of %s over %s"
                        .formatted(kind.name(), kind.dataSet().name()));
                costs.add(IndexCost.measure(lake, kind, builds.orElse(quick() ? 1 : 3)));
            }
        }
        return new PruningReport(groups, costs);
    }

    private boolean measures(Part part) {
        return only.orElse(part) == part;
    }

    private GroupResult measure(Lake lake, Group group) throws SQLException {
        List<Outcome> outcomes = new ArrayList<>();
        if (group.atOnce()) {
            outcomes.addAll(Outcome.of(lake.queries(), group.cases()));
        } else {
            for (PruningCase question : group.cases()) {
                outcomes.add(Outcome.of(lake.queries(), question));
            }
        }
        for (Outcome outcome : outcomes) {
            steps().note("%s: %d objects read, %d needed%s"
                    .formatted(
                            outcome.question().name(),
                            outcome.objectsRead(),
                            outcome.objectsNeeded(),
                            outcome.equalResults() ? "" : "; RESULTS DIFFER, this is a bug, please report it"));
        }
        return new GroupResult(group, outcomes);
    }
}
