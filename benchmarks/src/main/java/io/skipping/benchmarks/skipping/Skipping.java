// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares plain Hive, Iceberg and skipping on the same questions. */
@Command(
        name = "bin/bench skipping",
        description = {
            "Asks the same questions of the same meter readings as CSV, plain and in gzip members, JSON, Parquet and"
                    + " ORC: by the stock Hive connector, by Trino's",
            "Iceberg connector, and with skipping, in turns on one server, and then on others. Results must be equal.",
            ""
        })
public final class Skipping extends LakeBenchmark {
    private static final int SCAN_TIMES = 3;
    private static final int COLUMNAR_SCAN_TIMES = 10;

    /** How many runs make a round of a question that both connectors for Iceberg answer quickly. */
    private static final int BRIEF_TIMES = 10;

    /** How many times as many rounds such a question has: differences are small, and its time is mostly the machine's. */
    private static final int BRIEF_ROUNDS = 10;

    /**
     * How often both are asked such a question before. A tenth of a second is mostly planning, by code of each connector that the
     * JVM compiles after some hundred calls.
     */
    private static final int BRIEF_WARM_UPS = 50;

    /** In millions of bytes. */
    private static final double OBJECT_SIZE = 4;

    @Mixin
    private TableOptions table;

    @Option(
            names = "--servers",
            paramLabel = "N",
            description = "How many servers are asked, one after the other (default: 3; 1 with --quick).")
    private Optional<Integer> servers;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "How often each of them is asked each question, the scan three times as often, that of Parquet and"
                            + " ORC ten times (default: 2; 1 with --quick).")
    private Optional<Integer> rounds;

    @Option(
            names = "--trino",
            paramLabel = "RELEASE",
            description = "Release of Trino: 476 or 483 (default: 476). That of 483 has no geospatial functions.")
    private TrinoRelease release = TrinoRelease.TRINO_476;

    @Option(
            names = "--only",
            paramLabel = "iceberg",
            description =
                    "Asks the two connectors for Iceberg alone, and writes skipping-iceberg.json and skipping-iceberg.md. With spark,"
                            + " Spark is asked: see bin/bench skipping --only spark --help.")
    private Optional<Only> only;

    /** Names a part of the contenders. */
    private enum Only {
        ICEBERG
    }

    private Skipping() {
        super("skipping");
    }

    public static void main(String[] arguments) {
        run(new Skipping(), arguments);
    }

    @Override
    protected void check() throws IOException {
        requireAtLeast(1, "--servers", servers);
        requireAtLeast(1, "--rounds", rounds);
        table.meters(quick(), OBJECT_SIZE);
    }

    private List<Contender> contenders() {
        return only.isPresent() ? List.of(Contender.ICEBERG, Contender.SKIPPING_ICEBERG) : List.of(Contender.values());
    }

    private List<Contender> columnar() {
        return contenders().stream().filter(Skipping::isColumnar).toList();
    }

    private static boolean isColumnar(Contender contender) {
        return contender.stored() == Stored.PARQUET || contender.stored() == Stored.ORC;
    }

    @Override
    protected LocalLake start() throws IOException {
        return LocalLake.in(folder()).release(release).heap("3g").withIceberg().start();
    }

    @Override
    protected SkippingReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        MeterOptions options = table.meters(quick(), OBJECT_SIZE);
        String tables = createTables(new Tables(lake, queries), options);
        Meter meter = MeterReadings.meter(options, MeterReadings.meters(options) / 2);
        double warm = (double)
                queries.rows("SELECT round(approx_percentile(temp, 0.999), 2) FROM " + Contender.HIVE_PARQUET.table())
                        .getFirst()
                        .getFirst();
        List<Question> questions = Questions.about(meter, warm, release.hasGeospatialFunctions(), Tables.TOWNS);
        int serverCount = servers.orElse(quick() ? 1 : 3);
        int roundCount = rounds.orElse(quick() ? 1 : 2);
        Map<Question, Rounds<Contender>> asked = new LinkedHashMap<>();
        for (int server = 1; server <= serverCount; server++) {
            if (server > 1) {
                steps().begin("Starting server %d of %d".formatted(server, serverCount));
                lake.trino().restart();
            }
            Question scan = questions.getLast();
            warmUp(queries, scan);
            // first, while all readers have been used equally: later, every question uses the readers of contenders
            // that
            // skip nothing more than the others'
            asked.merge(scan, askScan(queries, scan, roundCount), Rounds::and);
            for (Question question : questions.subList(0, questions.size() - 1)) {
                asked.merge(question, askQuestion(queries, question, roundCount), Rounds::and);
            }
        }
        List<Answers> answers = new ArrayList<>();
        for (Question question : questions) {
            answers.add(new Answers(
                    question,
                    asked.get(question).requireEqual(question.sql(contenders().getFirst()))));
        }
        return new SkippingReport(release, tables, serverCount, answers);
    }

    /**
     * Creates the tables and their indexes.
     *
     * @return their sizes, for human readers
     */
    private String createTables(Tables tables, MeterOptions options) throws IOException, SQLException {
        tables.createSchemas();
        List<String> sizes = new ArrayList<>();
        for (Stored stored :
                contenders().stream().map(Contender::stored).distinct().sorted().toList()) {
            steps().begin("Writing %d objects of %s".formatted(options.objects(), stored));
            long bytes = tables.create(options, stored);
            sizes.add("%s of %s".formatted(Quantity.bytes(bytes), stored));
        }
        steps().begin("Making the Parquet objects an Iceberg table");
        tables.createIceberg();
        Meter meter = MeterReadings.meter(options, MeterReadings.meters(options) / 3);
        tables.createTowns(meter.town().name(), "Limoges");
        List<String> indexes = new ArrayList<>();
        for (Contender contender :
                contenders().stream().filter(Contender.skipping()::contains).toList()) {
            steps().begin("Building the index of " + contender.system());
            indexes.add("%s of *%s*".formatted(Quantity.bytes(tables.buildIndex(contender)), contender.system()));
        }
        return "%d objects, %s. Indexes take %s"
                .formatted(options.objects(), String.join(", ", sizes), String.join(", ", indexes));
    }

    /**
     * Warms up all readers. Each connector has its own, in its own class loader, and they are compiled only after
     * reading enough. A contender that skips most objects would otherwise answer the question that reads everything
     * with readers that have hardly been used.
     *
     * @param scan a question for which nothing can be skipped
     */
    private void warmUp(Queries queries, Question scan) throws SQLException {
        steps().begin("Warming up all readers");
        for (Contender contender : contenders()) {
            for (int number = 0; number < (quick() ? 1 : isColumnar(contender) ? 20 : 3); number++) {
                queries.rows(scan.sql(contender));
            }
        }
    }

    private Rounds<Contender> askQuestion(Queries queries, Question question, int roundCount) throws SQLException {
        boolean brief = only.isPresent() && !Questions.BEYOND_BOUNDS.contains(question.name());
        if (!brief || quick()) {
            return ask(queries, question, contenders(), roundCount);
        }
        warmUpBriefly(queries, question);
        return ask(queries, question, contenders(), roundCount * BRIEF_ROUNDS * BRIEF_TIMES)
                .together(BRIEF_TIMES);
    }

    /** Warms up what plans a question that is answered quickly. */
    private void warmUpBriefly(Queries queries, Question question) throws SQLException {
        for (int number = 0; number < BRIEF_WARM_UPS; number++) {
            for (Contender contender : contenders()) {
                queries.rows(question.sql(contender));
            }
        }
    }

    /**
     * Asks the question for which nothing can be skipped, in more rounds than others: differences from the stock
     * connector are small, and smallest where all contenders are fast.
     */
    private Rounds<Contender> askScan(Queries queries, Question scan, int roundCount) throws SQLException {
        return ask(queries, scan, contenders(), SCAN_TIMES * roundCount)
                .and(ask(queries, scan, columnar(), (COLUMNAR_SCAN_TIMES - SCAN_TIMES) * roundCount));
    }

    private Rounds<Contender> ask(Queries queries, Question question, List<Contender> contenders, int count)
            throws SQLException {
        return ask(queries, question.name(), contenders, question::sql, count);
    }
}
