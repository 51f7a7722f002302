// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.local.Checkout;
import io.skipping.benchmarks.local.Folders;
import io.skipping.benchmarks.local.LakeStore;
import io.skipping.benchmarks.local.LocalLake;
import io.skipping.benchmarks.local.RequestLog;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Quantity;
import io.skipping.benchmarks.measure.Queries;
import io.skipping.benchmarks.measure.Results;
import io.skipping.benchmarks.measure.Run;
import io.skipping.benchmarks.measure.Steps;
import io.skipping.benchmarks.meters.Meter;
import io.skipping.benchmarks.meters.MeterFormat;
import io.skipping.benchmarks.meters.MeterOptions;
import io.skipping.benchmarks.meters.MeterReadings;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the same questions by plain Hive, by Iceberg and with skipping. */
@Command(
        name = "bin/bench skipping",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Asks the same questions of the same meter readings as CSV, JSON, Parquet and ORC: by the stock Hive connector, by Trino's",
            "Iceberg connector, and with skipping, in turns on one server. Results must be equal.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:measured", "1:results differ, or something failed", "2:an option is wrong"})
public final class Skipping implements Callable<Integer> {
    @Option(names = "--quick", description = "Little data and 1 round: to see that it works, not to measure.")
    private boolean quick;

    @Option(
            names = "--objects",
            paramLabel = "N",
            description = "Objects of each format (default: 128; 16 with --quick).")
    private Optional<Integer> objects;

    @Option(
            names = "--megabytes",
            paramLabel = "MB",
            description = "Wanted size of a CSV object, in millions of bytes (default: 4; 0.2 with --quick).")
    private Optional<Double> megabytes;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each question is asked (default: 5; 1 with --quick).")
    private Optional<Integer> rounds;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "For skipping.json, skipping.md, and pictures (default: benchmarks/results).")
    private Optional<Path> out;

    @Spec
    private CommandSpec spec;

    private final Steps steps = new Steps(System.out);

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Skipping()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        if (rounds.orElse(1) < 1) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--rounds %d: give at least 1".formatted(rounds.get()));
        }
        Results results = Results.to(out, spec.commandLine().getOut());
        Path folder = Checkout.root().resolve("target").resolve("skipping");
        Folders.delete(folder);
        steps.begin("Starting S3 and Trino");
        try (LocalLake lake =
                        LocalLake.startWithIceberg(folder, 0, "3g", RequestLog.inMemory(), LakeStore.OBJECT_STORE);
                Queries queries = new Queries(lake)) {
            double load = Machine.load();
            SkippingReport report = measure(lake, queries);
            String trino = (String) queries.rows("SELECT version()").getFirst().getFirst();
            Machine machine = Machine.of(trino, load);
            Instant date = Instant.now();
            results.write("skipping", report.records(date, machine), report.text(date, machine));
            return report.answers().stream().allMatch(Answers::equal) ? 0 : 1;
        } catch (IOException | SQLException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return 1;
        } finally {
            Folders.delete(folder);
        }
    }

    private SkippingReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        MeterOptions options = MeterOptions.defaults()
                .withObjects(objects.orElse(quick ? 16 : 128))
                .withMegabytes(megabytes.orElse(quick ? 0.2 : 4));
        // as many meters in each format, so that objects hold the same rows
        options = options.withMeters(MeterReadings.meters(options));
        String tables = createTables(new Tables(lake, queries), options);
        Meter meter = MeterReadings.meter(options, MeterReadings.meters(options) / 2);
        double warm = (double)
                queries.rows("SELECT round(approx_percentile(temp, 0.999), 2) FROM " + Contender.HIVE_PARQUET.table())
                        .getFirst()
                        .getFirst();
        List<Answers> answers = new ArrayList<>();
        for (Question question : Questions.about(meter, warm)) {
            steps.begin(question.name());
            answers.add(ask(queries, question));
        }
        return new SkippingReport(tables, answers);
    }

    /** @return for people, what there is */
    private String createTables(Tables tables, MeterOptions options) throws IOException, SQLException {
        tables.createSchemas();
        List<String> sizes = new ArrayList<>();
        for (MeterFormat format : MeterFormat.values()) {
            steps.begin("Writing %d objects of %s".formatted(options.objects(), format));
            long bytes = tables.create(options.withFormat(format));
            sizes.add("%s of %s".formatted(Quantity.bytes(bytes), format));
        }
        steps.begin("Making the Parquet objects an Iceberg table");
        tables.createIceberg();
        Meter meter = MeterReadings.meter(options, MeterReadings.meters(options) / 3);
        tables.createTowns(meter.town().name(), "Limoges");
        for (MeterFormat format : MeterFormat.values()) {
            steps.begin("Building the index over " + format);
            tables.index(format).build();
        }
        return "%d objects, %s".formatted(options.objects(), String.join(", ", sizes));
    }

    private Answers ask(Queries queries, Question question) throws SQLException {
        // to warm up, and so that nothing is measured that is not the same
        requireEqual(question, round(queries, question, 0));
        List<Map<Contender, Run>> measured = new ArrayList<>();
        for (int number = 0; number < rounds.orElse(quick ? 1 : 5); number++) {
            Map<Contender, Run> round = round(queries, question, number);
            requireEqual(question, round);
            measured.add(round);
        }
        Answers answers = new Answers(question, measured);
        for (Contender contender : Contender.values()) {
            steps.note("%-16s %.3f s"
                    .formatted(
                            contender.system(),
                            answers.of(contender, Run::seconds).median()));
        }
        return answers;
    }

    /** Even ones forward, odd ones backward. */
    private static Map<Contender, Run> round(Queries queries, Question question, int number) throws SQLException {
        List<Contender> order = new ArrayList<>(Arrays.asList(Contender.values()));
        Map<Contender, Run> round = new EnumMap<>(Contender.class);
        for (Contender contender : number % 2 == 0 ? order : order.reversed()) {
            round.put(contender, queries.run(question.sql(contender)));
        }
        return round;
    }

    private static void requireEqual(Question question, Map<Contender, Run> round) throws SQLException {
        if (round.values().stream().map(Run::rows).distinct().count() > 1) {
            throw new SQLException("RESULTS DIFFER, this is a bug, please report it: %s gives %s"
                    .formatted(
                            question.name(),
                            round.entrySet().stream()
                                    .map(entry -> "%s by %s"
                                            .formatted(
                                                    entry.getValue().rows(),
                                                    entry.getKey().system()))
                                    .collect(Collectors.joining(", "))));
        }
    }
}
