// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.benchmarks.committing.SparkProcess;
import io.skipping.benchmarks.measure.LakeBenchmark;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.s3.RequestLog;
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

/** Measures queries while jobs write to the table and its index is built. */
@Command(
        name = "bin/bench concurrency",
        description = {
            "Has 1, 4 and 16 clients query a table while Spark writes to it, job after job, adding and overwriting, and while its index",
            "is built again and again. Every answer must be one that the table had at some moment while the query ran: with all of a",
            "job or nothing of it. Beside it, the same queries by the stock Hive connector over a table that Spark writes to through",
            "Hadoop's own committer.",
            ""
        })
public final class Concurrency extends LakeBenchmark {
    private static final List<Integer> CLIENTS = List.of(1, 4, 16);

    /** Queries can be wrong only after more than one job has begun. */
    private static final int LEAST_SECONDS = 3;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each number of clients queries each system (default: 5; 1 with --quick).")
    private Optional<Integer> rounds = Optional.empty();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long each measurement takes (default: 7; 3 with --quick).")
    private Optional<Integer> seconds = Optional.empty();

    private Concurrency() {
        super("concurrency");
    }

    public static void main(String[] arguments) {
        run(new Concurrency(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--rounds", rounds);
        if (seconds.orElse(LEAST_SECONDS) < LEAST_SECONDS) {
            throw wrong("--seconds %d: give at least %d, since a job begins every 2 seconds"
                    .formatted(seconds.get(), LEAST_SECONDS));
        }
    }

    @Override
    protected LocalLake start() throws IOException {
        return LocalLake.in(folder())
                .heap("3g")
                .log(RequestLog.streaming(_ -> {}))
                .start();
    }

    @Override
    protected ConcurrencyReport measure(LocalLake lake, Queries queries) throws IOException, SQLException {
        steps().begin("Starting a Spark for each committer");
        try (SparkProcess plain = startSpark(Contender.HIVE, lake, "spark-plain");
                SparkProcess ours = startSpark(Contender.SKIPPING, lake, "spark-ours")) {
            TableSize size = quick() ? TableSize.QUICK : TableSize.MEASURED;
            WrittenTable plainTable = new WrittenTable("plain", plain, size);
            WrittenTable committed = new WrittenTable("committed", ours, size);
            steps().begin("Writing " + size.describe());
            WrittenTable.createSchema(queries);
            plainTable.create(queries);
            committed.create(queries);
            steps().begin("Building the index");
            committed.index(queries).build();
            Map<Contender, WrittenTable> tables = new EnumMap<>(Contender.class);
            for (Contender contender : Contender.values()) {
                tables.put(contender, contender.ours() ? committed : plainTable);
            }
            return new ConcurrencyReport(
                    size, measure(new Windows(lake, tables, new Questions(size.rowsOfDay()), length())));
        }
    }

    private SparkProcess startSpark(Contender contender, LocalLake lake, String name) throws IOException {
        return SparkProcess.start(contender.committer(), lake.s3(), folder().resolve(name));
    }

    private Duration length() {
        return Duration.ofSeconds(seconds.orElse(quick() ? 3 : 7));
    }

    private List<Cell> measure(Windows windows) throws IOException {
        List<Cell> cells = new ArrayList<>();
        for (int clients : CLIENTS) {
            for (Contender contender : Contender.values()) {
                cells.add(new Cell(contender, clients, new ArrayList<>()));
            }
        }
        if (!quick()) {
            steps().begin("Warming up");
            for (Contender contender : Contender.values()) {
                windows.run(contender, CLIENTS.getLast());
            }
        }
        for (int round = 0; round < rounds.orElse(quick() ? 1 : 5); round++) {
            steps().begin("Round %d".formatted(round + 1));
            // even rounds forward, odd rounds backward
            for (Cell cell : round % 2 == 0 ? cells : cells.reversed()) {
                Window window = windows.run(cell.contender(), cell.clients());
                cell.windows().add(window);
                steps().note("%-12s %2d clients: %6.2f queries a second, %d errors, %d wrong, %d jobs, %d builds"
                        .formatted(
                                cell.contender().system(),
                                cell.clients(),
                                window.queriesPerSecond(),
                                window.errors(),
                                window.wrong(),
                                window.jobs(),
                                window.builds()));
            }
        }
        return cells;
    }
}
