// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.storageside.KeyedTable.Way;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.TableSize;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import software.amazon.awssdk.services.s3.S3Client;

/** Creates the tables of the Alluxio paper one after the other, and reads them with and without filters. */
final class KeyedTables {
    private static final String SCHEMA = "alluxio";
    /** Names the table that a filter at the store has written. */
    private static final String FILTERED = "filtered";

    private final LocalLake lake;
    private final Queries queries;

    KeyedTables(LocalLake lake, Queries queries) {
        this.lake = lake;
        this.queries = queries;
    }

    void createSchema() throws SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.HIVE_CATALOG, SCHEMA));
        // what a filter at the store would not do
        for (String setting : List.of(
                "collect_column_statistics_on_write = false", "parquet_optimized_writer_validation_percentage = 0")) {
            queries.rows("SET SESSION %s.%s".formatted(LocalLake.HIVE_CATALOG, setting));
        }
    }

    private static String name(String catalog, String table) {
        return "%s.%s.%s".formatted(catalog, SCHEMA, table);
    }

    /** Creates a table without rows. */
    private void createEmpty(String table, String definitions) throws SQLException {
        queries.rows("CREATE TABLE %s (%s) WITH (format = 'PARQUET', external_location = 's3://%s/%s')"
                .formatted(name(LocalLake.HIVE_CATALOG, table), definitions, LocalLake.BUCKET, folder(table)));
    }

    private static String folder(String table) {
        return SCHEMA + "/" + table;
    }

    /**
     * Creates a table and its index.
     *
     * @return its size in bytes
     */
    long create(KeyedTable table) throws IOException, SQLException {
        String name = name(LocalLake.HIVE_CATALOG, table.name());
        createEmpty(table.name(), table.definitions());
        compress("SNAPPY");
        queries.rows("SET SESSION task_max_writer_count = 1");
        for (int object = 0; object < KeyedTable.OBJECTS; object++) {
            queries.rows("INSERT INTO %s %s".formatted(name, table.rowsOf(object)));
        }
        queries.rows("RESET SESSION task_max_writer_count");
        IndexedTable.awaitOldEnough();
        new IndexedTable(queries, SCHEMA, table.name()).build();
        TableSize size = queries.size(name);
        if (size.objects() != KeyedTable.OBJECTS) {
            throw new SQLException("%d objects of %s, not %d".formatted(size.objects(), name, KeyedTable.OBJECTS));
        }
        return size.bytes();
    }

    void drop(KeyedTable table) throws SQLException {
        drop(table.name());
    }

    /** Deletes a table, if there is one, with its objects. */
    private void drop(String table) throws SQLException {
        queries.rows("DROP TABLE IF EXISTS " + name(LocalLake.HIVE_CATALOG, table));
        try (S3Client client = lake.s3().client()) {
            client.listObjectsV2Paginator(
                            request -> request.bucket(LocalLake.BUCKET).prefix(folder(table) + "/"))
                    .contents()
                    .forEach(object -> client.deleteObject(
                            request -> request.bucket(LocalLake.BUCKET).key(object.key())));
        }
    }

    private void compress(String codec) throws SQLException {
        queries.rows("SET SESSION %s.compression_codec = '%s'".formatted(LocalLake.HIVE_CATALOG, codec));
    }

    /**
     * Reads the rows that meet a condition in all ways, in turns.
     *
     * @param share of the rows, in percent
     * @param warm whether a round before these warms up, and is not measured
     * @throws SQLException also if results differ
     */
    KeyedOutcome ask(KeyedTable table, int share, int rounds, boolean warm) throws SQLException {
        String where = " WHERE " + KeyedTable.condition(share);
        List<Run> work = new ArrayList<>();
        Rounds.Asker<Way> asker = way -> switch (way) {
            case ENGINE -> queries.run(table.reading(name(LocalLake.HIVE_CATALOG, table.name()), where));
            case ENGINE_READS_ALL -> readAll(table.reading(name(LocalLake.HIVE_CATALOG, table.name()), where));
            case SKIPPING -> queries.run(table.reading(name(LocalLake.SKIPPING_CATALOG, table.name()), where));
            case STORE -> filter(table, where, work);
        };
        List<Way> ways = List.of(Way.values());
        if (warm) {
            Rounds.ask(asker, List.of(ways)).requireEqual(table.caseName(share));
            work.clear();
        }
        Rounds<Way> measured =
                Rounds.ask(asker, Collections.nCopies(rounds, ways)).requireEqual(table.caseName(share));
        return new KeyedOutcome(table, share, measured, work);
    }

    private Run readAll(String sql) throws SQLException {
        String property = LocalLake.HIVE_CATALOG + ".parquet_ignore_statistics";
        queries.rows("SET SESSION %s = true".formatted(property));
        try {
            return queries.run(sql);
        } finally {
            queries.rows("RESET SESSION " + property);
        }
    }

    /**
     * Does what a store does that filters, by a second query: it reads the objects, and writes others of the rows that
     * meet the condition, as Parquet without compression, as in the paper. Then these are read.
     *
     * @param work receives what the filter did
     * @return the time of both, and the requests of what read the result
     */
    private Run filter(KeyedTable table, String where, List<Run> work) throws SQLException {
        drop(FILTERED);
        createEmpty(FILTERED, table.definitions());
        compress("NONE");
        String filtered = name(LocalLake.HIVE_CATALOG, FILTERED);
        Run filter = queries.run("INSERT INTO %s SELECT * FROM %s%s"
                .formatted(filtered, name(LocalLake.HIVE_CATALOG, table.name()), where));
        work.add(filter);
        Run read = queries.run(table.reading(filtered, ""));
        return new Run(
                read.rows(), filter.seconds() + read.seconds(), filter.cpuSeconds() + read.cpuSeconds(), read.counts());
    }
}
