// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.partitioner.train.Forecast;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.PastQuery;
import io.skipping.partitioner.train.Sample;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "advise",
        description = {
            "Says what layouts would let queries read, before anything is rewritten.",
            "The older half of the log trains, the newer half is counted. Estimated on the sample, with whole objects."
        },
        mixinStandardHelpOptions = true)
final class AdviseCommand implements Callable<Integer> {
    private static final int FEWEST_QUERIES = 2;

    @Mixin
    private SampleOptions input;

    @Option(names = "--partitions", paramLabel = "N", required = true, description = "How many objects there will be")
    private int partitions;

    @Option(names = "--current", paramLabel = "FILE", description = "The model of the present layout, if there is one")
    private Optional<Path> current = Optional.empty();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<PastQuery> queries = input.queries();
        if (queries.size() < FEWEST_QUERIES) {
            throw new IOException("Advice needs a log of %d queries at least: give --log".formatted(FEWEST_QUERIES));
        }
        Sample sample = input.sample();
        int middle = queries.size() / 2;
        History history = History.of(queries.subList(0, middle));
        List<PastQuery> asked = queries.subList(middle, queries.size());
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%-16s %10s %10s %10s%n", "layout", "objects", "of", "of bytes");
        if (current.isPresent()) {
            print(out, "(current)", sample, ModelJson.read(Files.readString(current.get())), asked);
        }
        for (ModelKind kind : ModelKind.values()) {
            if (kind.fits(sample)) {
                print(out, kind.optionName(), sample, kind.train(sample, history, partitions), asked);
            }
        }
        out.flush();
        return 0;
    }

    private static void print(PrintWriter out, String name, Sample sample, LayoutModel model, List<PastQuery> asked) {
        Forecast forecast = Forecast.of(sample, model, asked);
        out.printf(
                Locale.ROOT,
                "%-16s %10.2f %10d %9.2f%%%n",
                name,
                forecast.partitions(),
                model.partitions(),
                100 * forecast.share());
    }
}
