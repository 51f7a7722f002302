// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.benchmarks.local.Checkout;
import io.skipping.benchmarks.local.Folders;
import io.skipping.benchmarks.local.LocalLake;
import io.skipping.benchmarks.local.RequestLog;
import io.skipping.benchmarks.logs.LogOptions;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Queries;
import io.skipping.benchmarks.measure.Results;
import io.skipping.benchmarks.measure.Steps;
import io.skipping.benchmarks.meters.MeterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how tight pruning is, and what the indexes cost. */
@Command(
        name = "bin/bench pruning",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Asks many kinds of questions by the stock Hive connector, and by this project's with skipping off and on, and",
            "compares the objects that are read with those that hold a matching row. Counts are the S3 endpoint's own.",
            "Results must be equal. Says of each kind of index what it takes to build and to keep.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, whether or not targets are met",
            "1:results differ, or something failed",
            "2:an option is wrong"
        })
public final class Pruning implements Callable<Integer> {
    @Option(names = "--quick", description = "Little data: to see that it works, not to measure.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "For pruning.json, pruning.md (default: benchmarks/results).")
    private Optional<Path> out;

    @Spec
    private CommandSpec spec;

    private final Steps steps = new Steps(System.err);

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Pruning()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        Results results = Results.to(out, spec.commandLine().getOut());
        Path folder = Checkout.root().resolve("target").resolve("pruning");
        Folders.delete(folder);
        steps.begin("Starting S3 and Trino");
        try (LocalLake lake = LocalLake.start(folder, 0, "2g", RequestLog.inMemory());
                Queries queries = new Queries(lake)) {
            double load = Machine.load();
            PruningResult result = measure(new Lake(lake, queries));
            String trino = (String) queries.rows("SELECT version()").getFirst().getFirst();
            Machine machine = Machine.of(trino, load);
            Instant date = Instant.now();
            results.write("pruning", PruningRecords.of(date, machine, result), PruningReport.of(date, machine, result));
            return result.equalResults() ? 0 : 1;
        } catch (IOException | SQLException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return 1;
        } finally {
            Folders.delete(folder);
        }
    }

    private PruningResult measure(Lake lake) throws IOException, SQLException {
        lake.createSchema();
        List<Workload> workloads = List.of(
                new MeterWorkload(
                        MeterOptions.defaults().withObjects(quick ? 32 : 128).withMegabytes(quick ? 0.3 : 1), quick),
                new LogWorkload(new LogOptions(1, quick ? 60 : 1000, 150_000), quick),
                new EventWorkload(new Events(quick ? 16 : 64, quick ? 200 : 1000), quick));
        List<GroupResult> groups = new ArrayList<>();
        List<IndexCost> costs = new ArrayList<>();
        for (Workload workload : workloads) {
            steps.begin("%s: generating, indexing".formatted(workload.title()));
            workload.prepare(lake);
            for (Group group : workload.groups(lake)) {
                steps.begin("%s: %d questions"
                        .formatted(group.title(), group.cases().size()));
                groups.add(measure(lake, group));
            }
        }
        for (Workload workload : workloads) {
            for (IndexKind kind : workload.indexes()) {
                steps.begin("Cost of %s over %s"
                        .formatted(kind.name(), kind.dataSet().name()));
                costs.add(IndexCost.measure(lake, kind, quick ? 1 : 3));
            }
        }
        return new PruningResult(groups, costs);
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
            steps.note("%s: %d objects read, %d needed%s"
                    .formatted(
                            outcome.question().name(),
                            outcome.objectsRead(),
                            outcome.objectsNeeded(),
                            outcome.equalResults() ? "" : "; RESULTS DIFFER, this is a bug, please report it"));
        }
        return new GroupResult(group, outcomes);
    }
}
