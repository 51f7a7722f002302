// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.meters.GenerationResult;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.format.MeterColumn;
import io.skipping.testing.meters.sink.S3Sink;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The tables of the queries: much data in few objects, the same with quoted values, little data in many objects, and
 * many partitions.
 */
enum MeterTables {
    LARGE_OBJECTS("meters"),
    /** Holds what Trino writes as {@code format = 'CSV'}: all columns are text, all values are quoted. */
    QUOTED("meters_quoted"),
    MANY_OBJECTS("meters_many"),
    MANY_PARTITIONS("meters_daily");

    private static final String SCHEMA = "grid";

    private final String table;

    MeterTables(String table) {
        this.table = table;
    }

    String name(Setting setting) {
        return "%s.%s.%s".formatted(setting.catalog(), SCHEMA, table);
    }

    static void createSchema(Queries queries) throws SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.SKIPPING_CATALOG, SCHEMA));
    }

    /** Generates objects and creates the table over them. */
    GenerationResult create(MeterOptions options, LocalLake lake, Queries queries) throws IOException, SQLException {
        GenerationResult generated;
        try (S3Client client = lake.s3().client();
                S3Sink sink = new S3Sink(client, LocalLake.BUCKET, table)) {
            generated = MeterReadings.generate(options, sink, (written, ofObjects, bytes) -> {});
        }
        String catalog = LocalLake.SKIPPING_CATALOG;
        queries.rows(HiveDdl.createTable(HiveDdl.tableFormat(options.format()), catalog, SCHEMA, table, location()));
        queries.rows(HiveDdl.syncPartitions(catalog, SCHEMA, table));
        return generated;
    }

    /** Creates the table with the rows of another one. */
    void createFrom(MeterTables rows, Queries queries) throws SQLException {
        String columns = Arrays.stream(MeterColumn.values())
                .map(column -> "CAST(\"%1$s\" AS varchar) AS \"%1$s\"".formatted(column.columnName()))
                .collect(Collectors.joining(", "));
        queries.rows("CREATE TABLE %s WITH (format = 'CSV', external_location = '%s') AS SELECT %s FROM %s"
                .formatted(name(Setting.PLAIN), location(), columns, rows.name(Setting.PLAIN)));
    }

    private String location() {
        return "s3://%s/%s".formatted(LocalLake.BUCKET, table);
    }

    IndexedTable index(Queries queries) {
        return new IndexedTable(queries, SCHEMA, table);
    }
}
