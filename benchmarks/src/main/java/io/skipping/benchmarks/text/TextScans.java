// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.text;

import io.skipping.benchmarks.measure.ReleasesBenchmark;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.measure.Servers;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures who reads text fastest, on each release of Trino. */
@Command(
        name = "bin/bench formats --trino 476,483",
        description = {
            "Reads text of all formats by the stock Hive connector, by ours, and by ours with the stock readers, in turns"
                    + " of alternating",
            "order on a server of each release of Trino. Results must be equal.",
            ""
        })
public final class TextScans extends ReleasesBenchmark {
    private static final int WARM_UPS = 2;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "Rows of each table (default: 400000; 20000 with --quick).")
    private Optional<Integer> rows = Optional.empty();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each question is asked (default: 9; 1 with --quick).")
    private Optional<Integer> rounds = Optional.empty();

    private TextScans() {
        super("formats-text");
    }

    public static void main(String[] arguments) {
        run(new TextScans(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(TextTable.OBJECTS * TextTable.ROWS_A_STEP, "--rows", rows);
        if (rows() % TextTable.ROWS_A_STEP != 0) {
            throw wrong("--rows %d: give a multiple of %d".formatted(rows(), TextTable.ROWS_A_STEP));
        }
        requireAtLeast(1, "--rounds", rounds);
    }

    private int rows() {
        return rows.orElse(quick() ? 20_000 : 400_000);
    }

    @Override
    protected TextScansReport measure(Servers servers) throws IOException, SQLException {
        createTables(servers.first());
        List<TextScan> scans = new ArrayList<>();
        for (TextTable table : TextTable.values()) {
            for (TextQuestion question : TextQuestion.of(table, rows())) {
                scans.add(ask(servers, question));
            }
        }
        return new TextScansReport(rows(), scans);
    }

    private void createTables(Queries queries) throws IOException, SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.HIVE_CATALOG, TextTable.SCHEMA));
        queries.rows("SET SESSION task_max_writer_count = 1");
        queries.rows("SET SESSION scale_writers = false");
        for (TextTable table : TextTable.values()) {
            steps().begin("Writing " + table.title());
            queries.rows(table.create());
            if (table.createCommas().isPresent()) {
                queries.rows(table.createCommas().get());
            }
            queries.rows("SET SESSION %s.compression_codec = '%s'"
                    .formatted(LocalLake.HIVE_CATALOG, table == TextTable.TEXT_GZIP ? "GZIP" : "NONE"));
            for (int object = 0; object < TextTable.OBJECTS; object++) {
                queries.rows(table.insert(object, rows()));
            }
        }
        for (TextTable table : TextTable.values()) {
            steps().begin("Building the index over " + table.title());
            table.index(queries).build();
        }
    }

    private TextScan ask(Servers servers, TextQuestion question) throws SQLException {
        steps().begin(question.name());
        rounds(servers, question, WARM_UPS);
        Rounds<TextReading> measured = rounds(servers, question, rounds.orElse(quick() ? 1 : 9));
        if (question.readsAll()) {
            String table = question.table().table(LocalLake.HIVE_CATALOG);
            requireAllRead(measured, question, servers.first().size(table).bytes());
        }
        TextScan scan = new TextScan(question, measured);
        for (TextReading reading : measured.systems()) {
            steps().note("%-26s %s of hive's time"
                    .formatted(reading.system(), scan.ratioToHive(reading).text(2)));
        }
        return scan;
    }

    private Rounds<TextReading> rounds(Servers servers, TextQuestion question, int count) throws SQLException {
        return Rounds.<TextReading>ask(
                        reading -> run(servers.of(reading.release()), reading, question),
                        turns(TextReading.all(releases()), count))
                .requireEqual(question.name());
    }

    /** Fails if the index helps a question that is to tell how fast a scan is. */
    private static void requireAllRead(Rounds<TextReading> asked, TextQuestion question, long size)
            throws SQLException {
        for (TextReading reading : asked.systems()) {
            double bytes =
                    asked.of(reading, run -> run.counts().data().bytesSent()).median();
            if (bytes < size) {
                throw new SQLException("The index helps the question %s: %s reads %.0f bytes of %d"
                        .formatted(question.name(), reading.system(), bytes, size));
            }
        }
    }

    private static Run run(Queries queries, TextReading reading, TextQuestion question) throws SQLException {
        queries.rows(reading.way().statement());
        return queries.run(question.sql(reading));
    }
}
