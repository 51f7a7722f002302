// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.Benchmark;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Results;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Run;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.SparkDdl;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.sink.S3Sink;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.spark.SparkSql;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** Compares Spark with skipping and without it on the same questions. */
@Command(
        name = "bin/bench skipping --only spark",
        description = {
            "Asks the same questions of the same meter readings as CSV by Spark, with skipping and without it, in turns in one process,",
            "and then in others. Results must be equal. Writes skipping-spark.json and skipping-spark.md.",
            ""
        })
public final class SparkSkipping extends Benchmark {
    static final String TABLE = "meters";
    /** As builds of Trino choose by themselves for a table of this size. */
    static final String RANGE_SIZE = "256k";

    private static final String TOWNS = "towns";
    /** In millions of bytes: what Spark itself does for each question weighs less than with the objects that Trino is asked of. */
    private static final double OBJECT_SIZE = 10;
    /** How many times as many rounds there are where nothing can be skipped, since the aim is two percent of the time. */
    private static final int TIMES_IF_NOTHING_IS_SKIPPED = 5;
    /** Compilers need some rounds until what plans and reads is as fast as it gets. */
    private static final int WARM_UPS = 3;

    @Option(
            names = "--only",
            required = true,
            paramLabel = "spark",
            description = "Without it, servers of Trino are asked.")
    private Only only;

    @Mixin
    private TableOptions table;

    @Option(
            names = "--processes",
            paramLabel = "N",
            description = "How many Sparks are asked, one after the other (default: 3; 1 with --quick).")
    private Optional<Integer> processes;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "How often each of them is asked each question, five times as often if nothing can be skipped (default: 2; 1 with --quick).")
    private Optional<Integer> rounds;

    private enum Only {
        SPARK
    }

    private SparkSkipping() {
        super("skipping-spark");
    }

    public static void main(String[] arguments) {
        run(new SparkSkipping(), arguments);
    }

    @Override
    protected void check() throws IOException {
        requireAtLeast(1, "--processes", processes);
        requireAtLeast(1, "--rounds", rounds);
        table.meters(quick(), OBJECT_SIZE);
    }

    @Override
    protected boolean measure(Results results) throws IOException, SQLException {
        double load = Machine.load();
        try (LocalS3 s3 = LocalS3.start(folder().resolve("s3"))) {
            s3.createBucket(LocalLake.BUCKET);
            return write(results, measure(s3), Machine.NO_TRINO, load);
        }
    }

    private SparkSkippingReport measure(LocalS3 s3) throws IOException, SQLException {
        MeterOptions options = table.meters(quick(), OBJECT_SIZE);
        steps().begin("Writing %d objects of %s".formatted(options.objects(), Stored.CSV));
        long bytes = create(s3, options);
        int processCount = processes.orElse(quick() ? 1 : 3);
        int roundCount = rounds.orElse(quick() ? 1 : 2);
        int warmUps = quick() ? 1 : WARM_UPS;
        Map<Question, Rounds<SparkContender>> asked = new LinkedHashMap<>();
        List<Question> questions = List.of();
        String version = "";
        for (int process = 1; process <= processCount; process++) {
            steps().begin("Starting Spark %d of %d".formatted(process, processCount));
            try (SparkSql spark = start(s3, "spark-" + process)) {
                if (process == 1) {
                    steps().begin("Building the index");
                    spark.build(TABLE);
                    version = spark.version();
                    questions = questions(spark, options);
                }
                Question scan = questions.getLast();
                // first, while the readers of both have been used equally
                asked.merge(scan, ask(spark, scan, warmUps, roundCount), Rounds::and);
                for (Question question : questions.subList(0, questions.size() - 1)) {
                    asked.merge(question, ask(spark, question, warmUps, roundCount), Rounds::and);
                }
            }
        }
        long indexBytes = Folders.size(
                s3.bucket(LocalLake.BUCKET).resolve(Stored.CSV.folder()).resolve("_skipping"));
        List<SparkAnswers> answers = new ArrayList<>();
        for (Question question : questions) {
            answers.add(new SparkAnswers(question, asked.get(question).requireEqual(question.sql())));
        }
        return new SparkSkippingReport(
                version,
                "%d objects, %s; the index takes %s"
                        .formatted(options.objects(), Quantity.bytes(bytes), Quantity.bytes(indexBytes)),
                processCount,
                answers);
    }

    /** Writes the readings, and the towns to join with, and returns the size of the readings in bytes. */
    private long create(LocalS3 s3, MeterOptions options) throws IOException {
        long bytes;
        try (S3Client client = s3.client();
                S3Sink sink = new S3Sink(client, LocalLake.BUCKET, Stored.CSV.folder())) {
            client.putObject(
                    request -> request.bucket(LocalLake.BUCKET).key(TOWNS + "/towns.csv"),
                    RequestBody.fromString(
                            "%s\nLimoges\n".formatted(askedMeter(options).town().name()), StandardCharsets.UTF_8));
            SizedSink sized = new SizedSink(sink);
            MeterReadings.generate(options.withFormat(Stored.CSV.format()), sized, (_, _, _) -> {});
            bytes = sized.bytes();
        }
        IndexedTable.awaitOldEnough();
        return bytes;
    }

    private SparkSql start(LocalS3 s3, String name) throws IOException {
        SparkSql spark = SparkSql.start(
                s3,
                folder().resolve(name),
                "spark.skipping.range-size=" + RANGE_SIZE,
                // what is skipped must not depend on how busy the machine is
                "spark.skipping.lookup-timeout=1m");
        spark.createTable(TABLE, "csv", ',', location(Stored.CSV.folder()), SparkDdl.columns() + ", dt STRING");
        spark.createTable(TOWNS, "csv", ',', location(TOWNS), "name STRING");
        return spark;
    }

    private static String location(String folder) {
        return "s3a://%s/%s".formatted(LocalLake.BUCKET, folder);
    }

    private static List<Question> questions(SparkSql spark, MeterOptions options) throws IOException {
        String warm =
                (String) spark.run(false, "SELECT round(percentile_approx(temp, 0.999), 2) FROM %s".formatted(TABLE))
                        .rows()
                        .getFirst()
                        .getFirst();
        return Questions.about(askedMeter(options), Double.parseDouble(warm), false, TOWNS);
    }

    /** Returns the meter that the questions are about. */
    private static Meter askedMeter(MeterOptions options) throws IOException {
        return MeterReadings.meter(options, MeterReadings.meters(options) / 2);
    }

    /**
     * Asks both in turns, after rounds that warm up; results are compared before anything is reported.
     *
     * @param count rounds, if something is skipped
     */
    private Rounds<SparkContender> ask(SparkSql spark, Question question, int warmUps, int count) throws SQLException {
        steps().begin(question.name());
        List<SparkContender> both = List.of(SparkContender.values());
        Rounds.Asker<SparkContender> asker = contender -> {
            try {
                return spark.run(contender.skips(), question.sql().formatted(TABLE));
            } catch (IOException e) {
                throw new SQLException(e.getMessage(), e);
            }
        };
        Rounds<SparkContender> warm =
                Rounds.ask(asker, Collections.nCopies(warmUps, both)).requireEqual(question.sql());
        boolean skips = warm.saves(SparkContender.SPARK, SparkContender.SKIPPING_SPARK, Run::bytes);
        int measured = skips ? count : TIMES_IF_NOTHING_IS_SKIPPED * count;
        Rounds<SparkContender> rounds =
                Rounds.ask(asker, Collections.nCopies(measured, both)).requireEqual(question.sql());
        for (SparkContender contender : both) {
            steps().note("%-20s %.3f s"
                    .formatted(
                            contender.system(),
                            rounds.of(contender, Run::seconds).median()));
        }
        return rounds;
    }
}
