// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.icebergplanning;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.meters.IcebergDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.format.MeterColumn;
import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.sink.LocalFolderSink;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * An Iceberg table of Parquet files that have the readings of one meter on one day each.
 *
 * @param files number of data files, a multiple of {@link #DAYS}
 */
record PlannedTable(LocalLake lake, Queries queries, int files) {
    /** Number of folders, so that none has very many objects. */
    static final int DAYS = 20;

    private static final String SCHEMA = "planned";

    static void createSchema(Queries queries) throws SQLException {
        queries.rows("CREATE SCHEMA %s.%s WITH (location = 's3://%s/iceberg')"
                .formatted(LocalLake.ICEBERG_CATALOG, SCHEMA, LocalLake.BUCKET));
    }

    private String tableName() {
        return "files_" + files;
    }

    String name(Connector connector) {
        return "%s.%s.%s".formatted(connector.catalog(), SCHEMA, tableName());
    }

    private MeterOptions options() {
        MeterOptions options = MeterOptions.defaults();
        return options.withDays(options.firstDay(), DAYS, files)
                .withMeters(files / DAYS)
                .withFormat(MeterFormat.PARQUET);
    }

    /** Returns a meter in the middle of the table. */
    Meter meter() throws IOException {
        return MeterReadings.meter(options(), MeterReadings.meters(options()) / 2);
    }

    /**
     * Writes the files, and makes them a table.
     *
     * @return the time that adding the files to the table took, in seconds
     */
    double create() throws IOException, SQLException {
        MeterReadings.generate(
                options(),
                new LocalFolderSink(lake.s3().bucket(LocalLake.BUCKET).resolve(tableName())),
                (_, _, _) -> {});
        String table = name(Connector.STOCK);
        queries.rows(IcebergDdl.createTable(table));
        return queries.run(IcebergDdl.addFiles(table, "s3://%s/%s".formatted(LocalLake.BUCKET, tableName())))
                .seconds();
    }

    /**
     * Builds the index with the types that it chooses by itself, and values of towns: of files so small, these are more than the
     * share that a build spends unasked.
     *
     * @return what it is, and how long that took
     */
    Build build() throws IOException, SQLException {
        IndexedTable index =
                new IndexedTable(queries, Connector.SKIPPING.catalog(), SCHEMA, tableName(), Optional.empty());
        queries.rows(
                "CALL %s.system.create_index('%s', '%s', 'values', ARRAY['%s'], MAP(ARRAY['budget_percent'], ARRAY['50']))"
                        .formatted(Connector.SKIPPING.catalog(), SCHEMA, tableName(), MeterColumn.CITY.columnName()));
        IndexedTable.awaitOldEnough();
        long start = System.nanoTime();
        index.buildOnce();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!index.isComplete()) {
            throw new SQLException("Not all data files of %s are in its index".formatted(tableName()));
        }
        return new Build(seconds, index.bytes());
    }

    /**
     * Holds what the index cost.
     *
     * @param bytes its size in the store
     */
    record Build(double seconds, long bytes) {}

    /**
     * Asks a question in turns. A question for which the stock connector reads all files is asked of it once.
     *
     * @throws SQLException also if results differ
     */
    Rounds<Connector> ask(Question question, int rounds) throws SQLException {
        Rounds.Asker<Connector> asker = connector -> queries.run(question.sql(name(connector)));
        return switch (question.kind()) {
            case PLAN -> {
                Rounds.ask(asker, List.of(Connector.ALL));
                yield Rounds.ask(asker, Collections.nCopies(rounds, Connector.ALL));
            }
            case BOTH -> Rounds.ask(queries, Connector.ALL, connector -> question.sql(name(connector)), rounds);
            case INDEX -> {
                Rounds<Connector> both = Rounds.ask(asker, List.of(Connector.ALL));
                List<Connector> alone = List.of(Connector.SKIPPING);
                yield both.and(Rounds.ask(asker, Collections.nCopies(rounds, alone)))
                        .requireEqual(question.name());
            }
        };
    }
}
