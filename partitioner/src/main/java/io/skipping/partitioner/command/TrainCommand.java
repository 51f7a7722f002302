// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.command.ExitCode;
import io.skipping.command.progress.Steps;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.CurveModel;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelJson;
import io.skipping.partitioner.command.sample.FileOptions;
import io.skipping.partitioner.command.sample.QueryLog;
import io.skipping.partitioner.command.sample.SampleOptions;
import io.skipping.partitioner.command.sample.SizeOptions;
import io.skipping.partitioner.command.sample.TrainingData;
import io.skipping.partitioner.train.PastQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "train",
        description = "Trains a model with a sample of records, and past queries if there are any.",
        mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {
    @Mixin
    private SampleOptions input;

    @Option(
            names = "--model",
            paramLabel = "KIND",
            converter = ModelKindConverter.class,
            description =
                    "kdtree-query, kdtree-shape, kdtree-compact, kdtree, zorder, hilbert, grid-0, grid-1; by default"
                            + " kdtree-query with --log, kdtree without")
    private Optional<ModelKind> kind = Optional.empty();

    @Mixin
    private SizeOptions size;

    @Option(
            names = "--half-life",
            paramLabel = "DURATION",
            description =
                    "Age at which a query counts half as much, such as P7D or PT12H; by default, all count the same")
    private Optional<Duration> halfLife = Optional.empty();

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where to write the model; by default, standard output")
    private Optional<Path> output = Optional.empty();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        output.ifPresent(file -> FileOptions.checkWritable(spec, "--output", file));
        HalfLife.check(spec, halfLife);
        TrainingData data;
        LayoutModel model;
        try (Steps steps = Steps.start(spec.commandLine().getErr()::println)) {
            data = input.read(size, this::check, steps);
            List<PastQuery> queries = data.log().queries();
            ModelKind chosen = kind.orElse(queries.isEmpty() ? ModelKind.KDTREE : ModelKind.KDTREE_QUERY);
            steps.begin("Training " + chosen.optionName());
            model = chosen.train(
                    data.sample(), HalfLife.history(queries, halfLife), data.partitions(), size.tolerance());
        }
        spec.commandLine().getErr().print(new ObjectSizes(data, model, size).report());
        data.castColumns()
                .forEach(column -> spec.commandLine()
                        .getErr()
                        .printf(
                                "Warning: column %1$s is %2$s in this layout, and %3$s in the table. rewrite, and INSERT by a layout, refuse it; producers and Spark jobs can use it if they give it a %2$s%n",
                                column.name(),
                                column.type().typeName(),
                                data.types().get(column.name())));
        if (input.hasLog()) {
            spec.commandLine().getErr().print(report(data.log()));
        }
        spec.commandLine().getErr().flush();
        if (output.isPresent()) {
            Files.writeString(output.get(), ModelJson.write(model) + "\n");
        } else {
            // in the character set of the platform, which may lack characters of the model
            spec.commandLine().getOut().print(ModelJson.writeAscii(model) + "\n");
            spec.commandLine().getOut().flush();
        }
        return ExitCode.OK.value();
    }

    private void check(List<Column> columns, QueryLog.Lines log) {
        kind.filter(chosen -> !chosen.fits(columns)).ifPresent(chosen -> {
            throw new ParameterException(
                    spec.commandLine(),
                    "--model %s cannot divide these columns: %s. A grid needs numbers, dates or times, and a curve has %d columns at the most"
                            .formatted(chosen.optionName(), columns, CurveModel.MOST_BITS_OF_PLACE));
        });
    }

    private static String report(QueryLog.Lines log) {
        return String.format(
                Locale.ROOT,
                "scans in the log: %,d; of the %,d that count, %,d ask about these columns%n",
                log.lines(),
                log.queries().size(),
                log.queries().stream()
                        .filter(query -> !query.conditions().isEmpty())
                        .count());
    }
}
