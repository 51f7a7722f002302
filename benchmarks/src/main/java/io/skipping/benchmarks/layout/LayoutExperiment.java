// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.benchmarks.measure.Benchmark;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Results;
import io.skipping.testing.meters.MeterOptions;
import java.io.IOException;
import picocli.CommandLine.Command;

/** Compares layouts by the amount of data that queries read. */
@Command(
        name = "bin/bench layout",
        description = {
            "Lays generated meter readings out over objects in many ways, and counts the bytes of the objects, and of"
                    + " their",
            "ranges, that an index can't skip for queries of neighbourhoods. Exact, of real records, without a server."
                    + " First",
            "it makes sure that nothing that is skipped holds a row that is wanted.",
            ""
        })
public final class LayoutExperiment extends Benchmark {
    private LayoutExperiment() {
        super("layout");
    }

    public static void main(String[] arguments) {
        run(new LayoutExperiment(), arguments);
    }

    @Override
    protected boolean measure(Results results) throws IOException {
        double load = Machine.load();
        // 1.28 GB
        MeterOptions options = MeterOptions.defaults().withMegabytes(quick() ? 1 : 10);
        steps().begin("Generating readings");
        Readings readings = Readings.generate(options).checked();
        Experiment experiment = new Experiment(readings, quick(), steps());
        experiment.run();
        return write(
                results, new LayoutReport(experiment.measurements(), experiment.rangeSize()), Machine.NO_TRINO, load);
    }
}
