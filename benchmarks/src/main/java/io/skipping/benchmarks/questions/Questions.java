// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.questions;

import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.sink.S3Sink;
import io.skipping.testing.trips.ExpertTripIndexes;
import io.skipping.testing.trips.TripFormat;
import io.skipping.testing.trips.TripOptions;
import io.skipping.testing.trips.TripQuestions;
import io.skipping.testing.trips.Trips;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.s3.S3Client;

/** Measures what the questions of a new user take. */
@Command(
        name = "bin/bench questions",
        description = {
            "Asks 34 questions about trips of taxis as CSV, CSV in gzip, Parquet and JSON, by the stock Hive connector and with"
                    + " skipping, in",
            "turns of alternating order. The tables have the indexes that somebody would ask for who knows the questions. Results must be"
                    + " equal.",
            ""
        })
public final class Questions extends LakeBenchmark {
    static final String SCHEMA = "taxi";

    private static final int OBJECTS = 15;
    private static final int WARM_UPS = 3;
    private static final List<Setting> SETTINGS = List.of(Setting.PLAIN, Setting.SKIPPING);

    @Option(
            names = "--trips",
            paramLabel = "N",
            description = "Trips in each of the 15 objects of a table (default: 20000; 1600 with --quick).")
    private Optional<Integer> trips;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds of each question (default: 15; 1 with --quick).")
    private Optional<Integer> rounds;

    private Questions() {
        super("questions");
    }

    public static void main(String[] arguments) {
        run(new Questions(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--trips", trips);
        requireAtLeast(1, "--rounds", rounds);
    }

    @Override
    protected QuestionsReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        TripOptions options = new TripOptions(1, OBJECTS, trips.orElse(quick() ? 1600 : 20_000));
        createTables(lake, queries, options);
        queries.use(Setting.SKIPPING);
        List<AskedQuestion> questions =
                TripQuestions.all().stream().map(AskedQuestion::new).toList();
        // results are compared before anything is measured
        for (AskedQuestion question : questions) {
            steps().begin("%s: comparing results".formatted(question.name()));
            rounds(queries, question, quick() ? 1 : WARM_UPS);
        }
        List<Answers> answers = new ArrayList<>();
        for (AskedQuestion question : questions) {
            steps().begin(question.name());
            Answers measured = new Answers(question, rounds(queries, question, rounds.orElse(quick() ? 1 : 15)));
            steps().note("ratio %s"
                    .formatted(QuestionsReport.spread(
                            measured.rounds().ratio(Setting.SKIPPING, Setting.PLAIN, Run::seconds))));
            answers.add(measured);
        }
        return new QuestionsReport(options, answers);
    }

    private void createTables(LocalLake lake, Queries queries, TripOptions options) throws IOException, SQLException {
        String schema = "%s.%s".formatted(LocalLake.SKIPPING_CATALOG, SCHEMA);
        queries.rows("CREATE SCHEMA " + schema);
        for (Map.Entry<String, TripFormat> table : TripQuestions.tables().entrySet()) {
            steps().begin("Writing %d objects of %s".formatted(options.objects(), table.getKey()));
            try (S3Client client = lake.s3().client();
                    S3Sink sink = new S3Sink(client, LocalLake.BUCKET, table.getKey())) {
                Trips.generate(options, table.getValue(), sink);
            }
            queries.rows(table.getValue()
                    .createTable(
                            "%s.%s".formatted(schema, table.getKey()),
                            "s3://%s/%s".formatted(LocalLake.BUCKET, table.getKey())));
        }
        queries.rows(TripQuestions.createZones(schema));
        IndexedTable.awaitOldEnough();
        steps().begin("Building their indexes");
        for (String table : TripQuestions.tables().keySet()) {
            for (String statement : ExpertTripIndexes.statements(LocalLake.SKIPPING_CATALOG, SCHEMA, table)) {
                queries.rows(statement);
            }
            new IndexedTable(queries, SCHEMA, table).build();
        }
    }

    private static Rounds<Setting> rounds(Queries queries, AskedQuestion question, int count) throws SQLException {
        return Rounds.<Setting>ask(
                        setting -> sorted(queries.run(question.sql(setting)), question),
                        Collections.nCopies(count, SETTINGS))
                .requireEqual(question.sql(Setting.PLAIN));
    }

    /** Sorts the rows of a result, unless the question asks for an order. */
    private static Run sorted(Run run, AskedQuestion question) {
        return question.question().sql().contains("ORDER BY")
                ? run
                : new Run(
                        run.rows().stream()
                                .sorted(Comparator.comparing(List::toString))
                                .toList(),
                        run.seconds(),
                        run.cpuSeconds(),
                        run.counts());
    }
}
