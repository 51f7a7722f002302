// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.command.ExitCode;
import io.skipping.command.progress.Steps;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.command.advice.Advice;
import io.skipping.partitioner.command.advice.Losses;
import io.skipping.partitioner.command.sample.QueryLog;
import io.skipping.partitioner.command.sample.SampleOptions;
import io.skipping.partitioner.command.sample.SizeOptions;
import io.skipping.partitioner.command.sample.TrainingData;
import io.skipping.partitioner.train.Forecast;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.KnownObject;
import io.skipping.partitioner.train.PastQuery;
import io.skipping.partitioner.train.Sample;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "advise",
        description = {
            "Estimates what queries would read with other layouts, before anything is rewritten.",
            "Layouts are trained with the older half of the log, and estimated with the newer half, on the sample, for whole objects."
        },
        mixinStandardHelpOptions = true)
final class AdviseCommand implements Callable<Integer> {
    private static final int FEWEST_QUERIES = 2;

    @Mixin
    private SampleOptions input;

    @Mixin
    private SizeOptions size;

    @Option(names = "--current", paramLabel = "FILE", description = "Model of the present layout, if there is one")
    private Optional<Path> current = Optional.empty();

    @Option(
            names = "--half-life",
            paramLabel = "DURATION",
            description =
                    "Age at which a query counts half as much, such as P7D or PT12H; by default, all count the same")
    private Optional<Duration> halfLife = Optional.empty();

    @Option(names = "--json", description = "Write JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (!input.hasLog()) {
            throw new ParameterException(spec.commandLine(), "Advice needs a log of past queries: give --log");
        }
        HalfLife.check(spec, halfLife);
        Optional<ModelFile> model = current.map(file -> ModelFile.read(spec, "--current", file));
        Advice advice;
        try (Steps steps = Steps.start(spec.commandLine().getErr()::println)) {
            TrainingData data = input.readWithObjects(size, (columns, log) -> check(model, columns, log), steps);
            advice = advice(data, model.map(ModelFile::model), steps);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? advice.json() : advice.text());
        out.flush();
        return ExitCode.OK.value();
    }

    private static void check(Optional<ModelFile> current, List<Column> columns, QueryLog.Lines log)
            throws IOException {
        current.ifPresent(model -> model.checkFits(columns));
        if (log.queries().size() < FEWEST_QUERIES) {
            throw new IOException("Advice needs a log of %d queries of this table at least: give a longer one by --log"
                    .formatted(FEWEST_QUERIES));
        }
    }

    private Advice advice(TrainingData data, Optional<LayoutModel> model, Steps steps) {
        QueryLog.Lines log = data.log();
        List<PastQuery> queries = log.queries();
        Sample sample = data.sample();
        int middle = queries.size() / 2;
        History history = HalfLife.history(queries.subList(0, middle), halfLife);
        List<PastQuery> asked = queries.subList(middle, queries.size());
        List<Candidate> present = new ArrayList<>();
        if (data.objects().isPresent()) {
            List<KnownObject> objects = data.objects().get();
            present.add(new Candidate("(present)", objects.size(), some -> Forecast.of(sample, objects, some)));
        }
        model.ifPresent(now -> present.add(candidate("(current)", sample, now)));
        List<Candidate> possible = new ArrayList<>();
        for (ModelKind kind : ModelKind.values()) {
            if (kind.fits(sample.columns())) {
                steps.begin("Training " + kind.optionName());
                possible.add(candidate(
                        kind.optionName(), sample, kind.train(sample, history, data.partitions(), size.tolerance())));
            }
        }
        steps.begin("Estimating what queries read");
        Candidate best = possible.stream()
                .min(Comparator.comparingDouble(
                        candidate -> candidate.forecast().apply(asked).share()))
                .orElseThrow();
        Losses losses = present.stream()
                .findFirst()
                .map(now -> Losses.of(asked, now.forecast(), best.forecast(), log.elsewhere()))
                .orElse(Losses.NONE);
        return new Advice(
                log.lines(),
                asked.size(),
                data.tableBytes(),
                present.stream().map(candidate -> candidate.of(asked)).toList(),
                possible.stream().map(candidate -> candidate.of(asked)).toList(),
                model.isPresent(),
                losses);
    }

    /** Holds a layout, and how much queries read of it. */
    private record Candidate(String name, int objects, Function<List<PastQuery>, Forecast> forecast) {
        Advice.Layout of(List<PastQuery> asked) {
            return new Advice.Layout(name, objects, forecast.apply(asked));
        }
    }

    private static Candidate candidate(String name, Sample sample, LayoutModel model) {
        return new Candidate(name, model.partitions(), queries -> Forecast.of(sample, model, queries));
    }
}
