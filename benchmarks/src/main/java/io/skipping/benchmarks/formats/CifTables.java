// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Sql;
import io.skipping.testing.lake.TableSize;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the tables of the CIF paper as sequence files, and converts these to other formats by Trino, object by object,
 * so that all have the same rows in the same order.
 */
final class CifTables {
    private final Queries queries;

    CifTables(Queries queries) {
        this.queries = queries;
    }

    /**
     * Holds what was loaded.
     *
     * @param conversions how each object was converted from sequence files to each other format, a round each
     * @param sizes of the tables
     * @param builds how long the index of each table took, in seconds, and what it takes in the store, in bytes
     */
    record Loaded(CifData data, Rounds<Contender> conversions, Map<Format, Long> sizes, Map<Format, Build> builds) {}

    /** Holds what an index cost. */
    record Build(double seconds, long bytes) {}

    /** Creates the tables of a data set, without indexes. */
    Loaded load(CifData data) throws SQLException {
        // an object for each insert, with its rows in order
        queries.rows("SET SESSION task_concurrency = 1");
        queries.rows("SET SESSION scale_writers = false");
        queries.rows("SET SESSION %s.collect_column_statistics_on_write = false".formatted(LocalLake.HIVE_CATALOG));
        for (Format format : data.stored()) {
            queries.rows("CREATE TABLE %s (%s) WITH (format = '%s', external_location = 's3://%s/%s')"
                    .formatted(
                            Contender.plain(format).table(data.name()),
                            data.definitions(),
                            format.hive(),
                            LocalLake.BUCKET,
                            format.table(data.name())));
        }
        for (int object = 0; object < data.objects(); object++) {
            insert(data, Format.SEQUENCE, data.rows().apply(object));
        }
        Rounds<Contender> conversions = convert(data);
        queries.rows("RESET SESSION task_concurrency");
        Map<Format, Long> sizes = new LinkedHashMap<>();
        for (Format format : data.stored()) {
            sizes.put(format, size(data, format));
        }
        return new Loaded(data, conversions, sizes, new LinkedHashMap<>());
    }

    private Rounds<Contender> convert(CifData data) throws SQLException {
        String sequence = Contender.plain(Format.SEQUENCE).table(data.name());
        // the names of objects begin with the ids of queries, which rise
        List<List<Object>> paths = queries.rows("SELECT DISTINCT \"$path\" FROM %s ORDER BY 1".formatted(sequence));
        List<Contender> formats = data.formats().stream().map(Contender::plain).toList();
        Rounds<Contender> conversions = new Rounds<>(List.of());
        for (List<Object> path : paths) {
            String rows =
                    "SELECT * FROM %s WHERE \"$path\" = %s".formatted(sequence, Sql.literal((String) path.getFirst()));
            conversions = conversions.and(Rounds.ask(
                    contender -> insert(data, contender.format(), rows),
                    List.of(conversions.rounds().size() % 2 == 0 ? formats : formats.reversed())));
        }
        return conversions;
    }

    private Run insert(CifData data, Format format, String rows) throws SQLException {
        queries.rows("SET SESSION %s.compression_codec = '%s'".formatted(LocalLake.HIVE_CATALOG, format.codec()));
        return queries.run("INSERT INTO %s %s".formatted(Contender.plain(format).table(data.name()), rows));
    }

    private long size(CifData data, Format format) throws SQLException {
        String table = Contender.plain(format).table(data.name());
        TableSize size = queries.size(table);
        long rows =
                (long) queries.rows("SELECT count(*) FROM " + table).getFirst().getFirst();
        if (size.objects() != data.objects() || rows != data.count()) {
            throw new SQLException("%d rows in %d objects of %s, not %d in %d"
                    .formatted(rows, size.objects(), table, data.count(), data.objects()));
        }
        return size.bytes();
    }

    /** Builds the indexes of all tables: those that are automatic, and one of type ngram over each text to be searched. */
    void index(Loaded loaded) throws IOException, SQLException {
        CifData data = loaded.data();
        IndexedTable.awaitOldEnough();
        for (Format format : data.stored()) {
            IndexedTable index = new IndexedTable(queries, Tables.SCHEMA, format.table(data.name()));
            for (String text : data.texts()) {
                index.add("ngram", List.of(text));
            }
            long start = System.nanoTime();
            index.buildOnce();
            double seconds = (System.nanoTime() - start) / 1e9;
            if (!index.isComplete()) {
                throw new IOException("Not all objects of %s are in its index".formatted(format.table(data.name())));
            }
            loaded.builds().put(format, new Build(seconds, index.bytes()));
        }
    }
}
