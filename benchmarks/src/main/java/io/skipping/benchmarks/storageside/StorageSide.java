// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.measure.SlowStore;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.s3.Latency;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what leaves the store, and computes what would leave it if the store filtered. */
@Command(
        name = "bin/bench storage-side",
        description = {
            "Asks questions of few and many meter readings as CSV in short and long objects, JSON and Parquet, over a"
                    + " store with latency: by the stock Hive connector,",
            "by skipping whole objects, and by skipping ranges of them, in turns on one server. Results must be equal."
                    + " Counts beside it what a",
            "store would send that filters rows itself and knows the answer.",
            ""
        })
public final class StorageSide extends LakeBenchmark {
    @Option(
            names = "--objects",
            paramLabel = "N",
            description = "Short objects of CSV and of JSON, a multiple of 16; of long ones there are a sixteenth, of"
                    + " Parquet an eighth (default: 32; 16 with --quick).")
    private Optional<Integer> objects = Optional.empty();

    @Option(
            names = "--megabytes",
            paramLabel = "MB",
            description = "Target size of a short CSV object, in millions of bytes (default: 4; 1 with --quick).")
    private Optional<Double> megabytes = Optional.empty();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each question is asked (default: 5; 1 with --quick).")
    private Optional<Integer> rounds = Optional.empty();

    @Mixin
    private SlowStore store;

    private StorageSide() {
        super("storage-side");
    }

    public static void main(String[] arguments) {
        run(new StorageSide(), arguments);
    }

    @Override
    protected void check() throws IOException {
        int multiple = ObjectKind.mostShortObjects();
        if (objects.isPresent() && (objects.get() < 1 || objects.get() % multiple != 0)) {
            throw wrong("--objects %1$d: give a multiple of %2$d, since a long object holds what %2$d short ones do"
                    .formatted(objects.get(), multiple));
        }
        requireAtLeast(1, "--rounds", rounds);
        options();
    }

    private MeterOptions options() throws IOException {
        MeterOptions options = MeterOptions.defaults()
                .withObjects(objects.orElse(quick() ? 16 : 32))
                .withMegabytes(megabytes.orElse(quick() ? 1.0 : 4.0));
        // as many meters in objects of each kind, so that all hold the same rows
        return options.withMeters(MeterReadings.meters(options));
    }

    @Override
    protected StorageSideReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        MeterOptions options = options();
        Tables tables = new Tables(lake, queries);
        List<DataSet> data = createTables(tables, options);
        Meter meter = MeterReadings.meter(options, MeterReadings.meters(options) / 2);
        List<Object> quantiles =
                queries.rows("""
                    SELECT round(approx_percentile(temp, 0.999), 2), round(approx_percentile(sumhp, 0.495), 2),
                        round(approx_percentile(sumhp, 0.505), 2)
                    FROM %s\
                    """.formatted(Side.NONE.table(ObjectKind.PARQUET))).getFirst();
        List<Question> questions =
                Question.about(meter, (double) quantiles.get(0), (double) quantiles.get(1), (double) quantiles.get(2));
        Map<ObjectKind, List<Oracle>> oracles = oracles(tables, questions);
        Latency latency = store.latency();
        lake.s3().delay(latency);
        List<Outcome> outcomes = new ArrayList<>();
        for (ObjectKind kind : ObjectKind.values()) {
            for (int number = 0; number < questions.size(); number++) {
                outcomes.add(ask(
                        queries, questions.get(number), kind, oracles.get(kind).get(number)));
            }
        }
        return new StorageSideReport(latency, data, outcomes);
    }

    private List<DataSet> createTables(Tables tables, MeterOptions options) throws IOException, SQLException {
        tables.createSchema();
        List<DataSet> data = new ArrayList<>();
        for (ObjectKind kind : ObjectKind.values()) {
            MeterOptions ofKind = kind.options(options);
            steps().begin("Writing %d objects of %s".formatted(ofKind.objects(), kind.title()));
            long bytes = tables.create(kind, ofKind);
            steps().begin("Building its indexes");
            data.add(new DataSet(kind, ofKind.objects(), bytes, tables.buildIndexes(kind)));
        }
        return data;
    }

    private Map<ObjectKind, List<Oracle>> oracles(Tables tables, List<Question> questions) throws SQLException {
        steps().begin("Counting what a filter at the store would send");
        Map<ObjectKind, List<Oracle>> oracles = new EnumMap<>(ObjectKind.class);
        for (ObjectKind kind : List.of(ObjectKind.CSV, ObjectKind.JSON)) {
            oracles.put(kind, tables.oracles(questions, kind));
        }
        // the same lines
        oracles.put(ObjectKind.CSV_LONG, oracles.get(ObjectKind.CSV));
        // stores that filter columnar objects send text
        oracles.put(ObjectKind.PARQUET, oracles.get(ObjectKind.CSV));
        return oracles;
    }

    private Outcome ask(Queries queries, Question question, ObjectKind kind, Oracle oracle) throws SQLException {
        String name = Outcome.name(kind, question);
        Rounds<Side> answers =
                ask(queries, name, Side.all(), side -> question.sql(side, kind), rounds.orElse(quick() ? 1 : 5));
        Outcome outcome = new Outcome(kind, question, answers, oracle);
        if (!outcome.equal()) {
            throw new SQLException("The oracle counts %d rows that meet %s, but the query %s"
                    .formatted(oracle.rows(), outcome.name(), answers.row().getFirst()));
        }
        return outcome;
    }
}
