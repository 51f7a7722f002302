// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Results;
import io.skipping.benchmarks.measure.Steps;
import io.skipping.benchmarks.meters.MeterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares layouts by what queries read. */
@Command(
        name = "bin/bench layout",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Lays generated meter readings out over objects in many ways, and counts the bytes of the objects, and of"
                    + " their",
            "ranges, that an index can't skip for queries of neighbourhoods. Exact, of real records, without a server."
                    + " First",
            "it makes sure that nothing that is skipped holds a row that is wanted.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, whether or not targets are met",
            "1:a row that is wanted is skipped, or something failed",
            "2:an option is wrong"
        })
public final class LayoutExperiment implements Callable<Integer> {
    @Option(names = "--quick", description = "A tenth of the data: to see that it works, not to measure.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "For layout.json, layout.md (default: benchmarks/results).")
    private Optional<Path> out;

    @Spec
    private CommandSpec spec;

    private final Steps steps = new Steps(System.err);

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new LayoutExperiment()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        Results results = Results.to(out, spec.commandLine().getOut());
        double load = Machine.load();
        // 1.28 GB
        MeterOptions options = MeterOptions.defaults().withMegabytes(quick ? 1 : 10);
        steps.begin("Generating readings");
        Readings readings = Readings.generate(options).checked();
        Experiment experiment = new Experiment(readings, quick, steps);
        experiment.run();
        Machine machine = Machine.of("none", load);
        Instant date = Instant.now();
        LayoutReport report = new LayoutReport(experiment, date, machine);
        results.write("layout", report.records(), report.text());
        return experiment.equalResults() ? 0 : 1;
    }
}
