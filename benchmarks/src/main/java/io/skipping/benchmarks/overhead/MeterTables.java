// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.local.LocalLake;
import io.skipping.benchmarks.meters.GenerationResult;
import io.skipping.benchmarks.meters.HiveDdl;
import io.skipping.benchmarks.meters.MeterOptions;
import io.skipping.benchmarks.meters.MeterReadings;
import io.skipping.benchmarks.meters.S3Sink;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import software.amazon.awssdk.services.s3.S3Client;

/** The tables that queries are run over: much data in few objects, and little in many. */
enum MeterTables {
    LARGE_OBJECTS("meters"),
    MANY_OBJECTS("meters_many");

    private static final String SCHEMA = "grid";

    private final String table;

    MeterTables(String table) {
        this.table = table;
    }

    String name(Side side) {
        return "%s.%s.%s".formatted(side.catalog(), SCHEMA, table);
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
        String location = "s3://%s/%s".formatted(LocalLake.BUCKET, table);
        queries.rows(HiveDdl.createTable(HiveDdl.tableFormat(options.format()), catalog, SCHEMA, table, location));
        queries.rows(HiveDdl.syncPartitions(catalog, SCHEMA, table));
        return generated;
    }

    /** Builds the index once. Objects that were written just now are not in it. */
    void index(Queries queries) throws SQLException {
        String arguments = "schema_name => '%s', table_name => '%s'".formatted(SCHEMA, table);
        String catalog = LocalLake.SKIPPING_CATALOG;
        List<List<Object>> events =
                queries.rows("SELECT DISTINCT event, build, message FROM TABLE(%s.system.summarize(%s))"
                        .formatted(catalog, arguments));
        for (List<Object> event : events) {
            if (event.getFirst().equals("failed")) {
                throw new SQLException("An object can't be summarised: " + event.getLast());
            }
        }
        queries.rows("CALL %s.system.publish_index(%s, build => '%s')"
                .formatted(catalog, arguments, events.getFirst().get(1)));
    }

    /** Whether the index knows every object. */
    boolean indexed(Queries queries) throws SQLException {
        List<Object> coverage = queries.rows(
                        "SELECT count(*), count_if(objects_indexed < objects_total) FROM %s.%s.\"%s$indexes\""
                                .formatted(LocalLake.SKIPPING_CATALOG, SCHEMA, table))
                .getFirst();
        return (long) coverage.getFirst() > 0 && (long) coverage.getLast() == 0;
    }
}
