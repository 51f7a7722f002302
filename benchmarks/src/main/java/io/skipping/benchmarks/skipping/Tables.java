// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Sql;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.IcebergDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.format.MeterColumn;
import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.sink.S3Sink;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Creates tables of the same readings in each format, in the same order and with the same number of objects; the
 * Parquet objects are an Iceberg table as well.
 */
final class Tables {
    static final String SCHEMA = "grid";
    /** The table of towns to join with. */
    static final String TOWNS = LocalLake.HIVE_CATALOG + "." + SCHEMA + ".towns";

    private final LocalLake lake;
    private final Queries queries;

    Tables(LocalLake lake, Queries queries) {
        this.lake = lake;
        this.queries = queries;
    }

    void createSchemas() throws SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.SKIPPING_CATALOG, SCHEMA));
        queries.rows("CREATE SCHEMA %s.%s WITH (location = 's3://%s/iceberg')"
                .formatted(LocalLake.ICEBERG_CATALOG, SCHEMA, LocalLake.BUCKET));
    }

    void createTowns(String... names) throws SQLException {
        queries.rows(Arrays.stream(names)
                .map(name -> "(" + Sql.literal(name) + ")")
                .collect(Collectors.joining(
                        ", ",
                        "CREATE TABLE %s WITH (format = 'PARQUET', external_location = 's3://%s/towns') AS SELECT name FROM (VALUES "
                                .formatted(TOWNS, LocalLake.BUCKET),
                        ") AS t (name)")));
    }

    /**
     * Writes the objects and creates the table over them.
     *
     * @return size of the objects in bytes
     */
    long create(MeterOptions options, Stored stored) throws IOException, SQLException {
        MeterFormat format = stored.format();
        String folder = stored.folder();
        long bytes;
        try (S3Client client = lake.s3().client();
                S3Sink sink = new S3Sink(client, LocalLake.BUCKET, folder)) {
            SizedSink sized = new SizedSink(sink);
            MeterReadings.generate(options.withFormat(format), stored.sink(sized), (_, _, _) -> {});
            bytes = sized.bytes();
        }
        String catalog = LocalLake.SKIPPING_CATALOG;
        String location = "s3://%s/%s".formatted(LocalLake.BUCKET, folder);
        for (Contender contender : Contender.skipping()) {
            if (contender.stored() == stored && !contender.isSkippingIceberg()) {
                String table = contender.tableName();
                queries.rows(HiveDdl.createTable(HiveDdl.tableFormat(format), catalog, SCHEMA, table, location));
                queries.rows(HiveDdl.syncPartitions(catalog, SCHEMA, table));
            }
        }
        return bytes;
    }

    /** Makes the Parquet objects an Iceberg table as well, without copying them. */
    void createIceberg() throws SQLException {
        String table = Contender.ICEBERG.table();
        queries.rows(IcebergDdl.createTable(table));
        queries.rows(IcebergDdl.addFiles(table, "s3://%s/%s".formatted(LocalLake.BUCKET, Stored.PARQUET.folder())));
    }

    /**
     * Builds a contender's index.
     *
     * @return size of the index in bytes
     */
    long buildIndex(Contender contender) throws IOException, SQLException {
        IndexedTable table =
                new IndexedTable(queries, contender.catalog(), SCHEMA, contender.tableName(), contender.rangeSize());
        if (contender.isSkippingIceberg()) {
            table.add("bloom", List.of(MeterColumn.VID.columnName()));
        }
        table.build();
        return table.bytes();
    }
}
