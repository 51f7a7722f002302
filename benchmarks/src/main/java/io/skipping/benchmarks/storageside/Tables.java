// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.sink.S3Sink;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Creates tables of readings in objects of each kind, with an index over ranges, another over whole objects, and the
 * text objects as lines.
 */
final class Tables {
    static final String SCHEMA = "grid";

    private static final String CATALOG = LocalLake.SKIPPING_CATALOG;
    /** A range size that divides no object. */
    private static final String MORE_THAN_ANY_OBJECT = "1TB";

    private final LocalLake lake;
    private final Queries queries;

    Tables(LocalLake lake, Queries queries) {
        this.lake = lake;
        this.queries = queries;
    }

    void createSchema() throws SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(CATALOG, SCHEMA));
    }

    /**
     * Writes the objects of a kind and creates the tables over them.
     *
     * @param options options for objects of this kind
     * @return size of the objects in bytes
     */
    long create(ObjectKind kind, MeterOptions options) throws IOException, SQLException {
        long bytes;
        try (S3Client client = lake.s3().client();
                S3Sink sink = new S3Sink(client, LocalLake.BUCKET, kind.title())) {
            bytes = MeterReadings.generate(options, sink, (_, _, _) -> {}).bytes();
        }
        for (Side side : List.of(Side.RANGES, Side.OBJECTS)) {
            String table = side.tableName(kind);
            queries.rows(
                    HiveDdl.createTable(HiveDdl.tableFormat(kind.format()), CATALOG, SCHEMA, table, location(kind)));
            queries.rows(HiveDdl.syncPartitions(CATALOG, SCHEMA, table));
        }
        return bytes;
    }

    /**
     * Builds the indexes.
     *
     * @return the sizes of the indexes in the store, in bytes: over ranges, over whole objects
     */
    List<Long> buildIndexes(ObjectKind kind) throws IOException, SQLException {
        IndexedTable ranges = new IndexedTable(queries, SCHEMA, Side.RANGES.tableName(kind));
        ranges.build();
        IndexedTable objects = new IndexedTable(
                queries,
                LocalLake.SKIPPING_CATALOG,
                SCHEMA,
                Side.OBJECTS.tableName(kind),
                Optional.of(MORE_THAN_ANY_OBJECT));
        objects.build();
        return List.of(ranges.bytes(), objects.bytes());
    }

    /** Computes the oracles from the lines of text objects. */
    List<Oracle> oracles(List<Question> questions, ObjectKind kind) throws SQLException {
        String table = "%s_lines".formatted(kind.title());
        // no line contains the default field separator
        queries.rows(
                "CREATE TABLE %s.%s.%s (%s varchar, dt varchar) WITH (format = 'TEXTFILE', partitioned_by = ARRAY['dt'], external_location = '%s')"
                        .formatted(LocalLake.HIVE_CATALOG, SCHEMA, table, Lines.COLUMN, location(kind)));
        queries.rows(HiveDdl.syncPartitions(LocalLake.HIVE_CATALOG, SCHEMA, table));
        return Lines.oracles(queries.rows(Lines.sql(
                        questions, kind.format(), "%s.%s.%s".formatted(LocalLake.HIVE_CATALOG, SCHEMA, table)))
                .getFirst());
    }

    private static String location(ObjectKind kind) {
        return "s3://%s/%s".formatted(LocalLake.BUCKET, kind.title());
    }
}
