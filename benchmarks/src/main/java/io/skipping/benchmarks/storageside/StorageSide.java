// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.local.Latency;
import io.skipping.benchmarks.local.LocalLake;
import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.benchmarks.measure.Queries;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.measure.Run;
import io.skipping.benchmarks.meters.Meter;
import io.skipping.benchmarks.meters.MeterFormat;
import io.skipping.benchmarks.meters.MeterOptions;
import io.skipping.benchmarks.meters.MeterReadings;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what leaves the store, and counts what would if the store filtered. */
@Command(
        name = "bin/bench storage-side",
        description = {
            "Asks questions of few and many meter readings as CSV, JSON and Parquet, over a store with latency: by the stock Hive connector,",
            "by skipping whole objects, and by skipping ranges of them, in turns on one server. Results must be equal. Counts beside it what a",
            "store would send that filters rows itself and knows the answer.",
            ""
        })
public final class StorageSide extends LakeBenchmark {
    private static final List<MeterFormat> FORMATS = List.of(MeterFormat.CSV, MeterFormat.JSON, MeterFormat.PARQUET);

    /** Parquet takes an eighth of CSV: with as many objects, they would be so small that Trino reads them whole. */
    private static final int TEXT_OBJECTS_A_PARQUET_OBJECT = 8;

    @Option(
            names = "--objects",
            paramLabel = "N",
            description =
                    "Objects of CSV and of JSON, a multiple of 8; of Parquet there are an eighth (default: 32; 16 with --quick).")
    private Optional<Integer> objects = Optional.empty();

    @Option(
            names = "--megabytes",
            paramLabel = "MB",
            description = "Wanted size of a CSV object, in millions of bytes (default: 4; 1 with --quick).")
    private Optional<Double> megabytes = Optional.empty();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each question is asked (default: 5; 1 with --quick).")
    private Optional<Integer> rounds = Optional.empty();

    @Option(
            names = "--latency",
            paramLabel = "MILLIS",
            defaultValue = "20",
            description = "What a request waits at the store (default: 20).")
    private int latencyMillis;

    @Option(
            names = "--bandwidth",
            paramLabel = "MB",
            defaultValue = "50",
            description = "Millions of bytes a second of each stream (default: 50).")
    private int megabytesPerSecond;

    private StorageSide() {
        super("storage-side");
    }

    public static void main(String[] arguments) {
        run(new StorageSide(), arguments);
    }

    @Override
    protected void check() throws IOException {
        if (objects.orElse(TEXT_OBJECTS_A_PARQUET_OBJECT) < 1
                || objects.orElse(TEXT_OBJECTS_A_PARQUET_OBJECT) % TEXT_OBJECTS_A_PARQUET_OBJECT != 0) {
            throw wrong("--objects %1$d: give a multiple of %2$d, since there is a Parquet object for %2$d of text"
                    .formatted(objects.get(), TEXT_OBJECTS_A_PARQUET_OBJECT));
        }
        requireAtLeast(1, "--rounds", rounds);
        requireAtLeast(0, "--latency", latencyMillis);
        requireAtLeast(1, "--bandwidth", megabytesPerSecond);
        options();
    }

    private MeterOptions options() throws IOException {
        MeterOptions options = MeterOptions.defaults()
                .withObjects(objects.orElse(quick() ? 16 : 32))
                .withMegabytes(megabytes.orElse(quick() ? 1.0 : 4.0));
        // as many meters in each format, so that all hold the same rows
        return options.withMeters(MeterReadings.meters(options));
    }

    @Override
    protected StorageSideReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        MeterOptions options = options();
        Tables tables = new Tables(lake, queries);
        List<DataSet> data = createTables(tables, options);
        Meter meter = MeterReadings.meter(options, MeterReadings.meters(options) / 2);
        List<Object> quantiles = queries.rows("""
                        SELECT round(approx_percentile(temp, 0.999), 2), round(approx_percentile(sumhp, 0.495), 2),
                            round(approx_percentile(sumhp, 0.505), 2)
                        FROM %s""".formatted(Side.NONE.table(MeterFormat.PARQUET)))
                .getFirst();
        List<Question> questions =
                Question.about(meter, (double) quantiles.get(0), (double) quantiles.get(1), (double) quantiles.get(2));
        Map<MeterFormat, List<Oracle>> oracles = oracles(tables, questions);
        Latency latency = new Latency(Duration.ofMillis(latencyMillis), megabytesPerSecond * 1_000_000L);
        lake.s3().delay(latency);
        List<Outcome> outcomes = new ArrayList<>();
        for (MeterFormat format : FORMATS) {
            for (int number = 0; number < questions.size(); number++) {
                outcomes.add(ask(
                        queries,
                        questions.get(number),
                        format,
                        oracles.get(format).get(number)));
            }
        }
        return new StorageSideReport(latency, data, outcomes);
    }

    private List<DataSet> createTables(Tables tables, MeterOptions options) throws IOException, SQLException {
        tables.createSchema();
        List<DataSet> data = new ArrayList<>();
        for (MeterFormat format : FORMATS) {
            int count = format == MeterFormat.PARQUET
                    ? options.objects() / TEXT_OBJECTS_A_PARQUET_OBJECT
                    : options.objects();
            steps().begin("Writing %d objects of %s".formatted(count, Tables.title(format)));
            long bytes = tables.create(options.withObjects(count).withFormat(format));
            steps().begin("Building its indexes");
            data.add(new DataSet(format, count, bytes, tables.buildIndexes(format)));
        }
        return data;
    }

    private Map<MeterFormat, List<Oracle>> oracles(Tables tables, List<Question> questions) throws SQLException {
        steps().begin("Counting what a filter at the store would send");
        Map<MeterFormat, List<Oracle>> oracles = new EnumMap<>(MeterFormat.class);
        for (MeterFormat format : List.of(MeterFormat.CSV, MeterFormat.JSON)) {
            oracles.put(format, tables.oracles(questions, format));
        }
        // stores that filter columnar objects send text
        oracles.put(MeterFormat.PARQUET, oracles.get(MeterFormat.CSV));
        return oracles;
    }

    private Outcome ask(Queries queries, Question question, MeterFormat format, Oracle oracle) throws SQLException {
        Rounds<Side> answers =
                Rounds.ask(queries, Side.all(), side -> question.sql(side, format), rounds.orElse(quick() ? 1 : 5));
        Outcome outcome = new Outcome(format, question, answers, oracle);
        steps().begin(outcome.name());
        Side.all()
                .forEach(side -> steps().note("%-16s %.3f s"
                        .formatted(side, answers.of(side, Run::seconds).median())));
        if (!outcome.equal()) {
            throw new SQLException("The oracle counts %d rows that meet %s, the query %s"
                    .formatted(oracle.rows(), outcome.name(), answers.row().getFirst()));
        }
        return outcome;
    }
}
