// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.IcebergDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.sink.LocalFolderSink;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Creates tables of real objects, each with the readings of one meter on one day: as CSV for Hive and this project, as
 * Parquet for Iceberg.
 */
final class FileTables {
    static final String SCHEMA = "files";

    private final LocalLake lake;
    private final Queries queries;

    FileTables(LocalLake lake, Queries queries) {
        this.lake = lake;
        this.queries = queries;
    }

    static String table(String system, int objects) {
        return "%s.%s.%s".formatted(Query.catalog(system), SCHEMA, name(objects));
    }

    private static String name(int objects) {
        return "meters_" + objects;
    }

    void createSchemas() throws SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.SKIPPING_CATALOG, SCHEMA));
        queries.rows("CREATE SCHEMA %s.%s WITH (location = 's3://%s/iceberg')"
                .formatted(LocalLake.ICEBERG_CATALOG, SCHEMA, LocalLake.BUCKET));
    }

    static MeterOptions options(int objects) {
        return MeterOptions.defaults().withObjects(objects).withMeters(objects);
    }

    private String write(int objects, MeterFormat format) throws IOException {
        String key = "%s_%s".formatted(name(objects), format.name().toLowerCase(Locale.ROOT));
        MeterReadings.generate(
                options(objects).withFormat(format),
                new LocalFolderSink(lake.s3().bucket(LocalLake.BUCKET).resolve(key)),
                (_, _, _) -> {});
        return "s3://%s/%s".formatted(LocalLake.BUCKET, key);
    }

    /** Creates the table for Hive and this project, without an index. */
    IndexedTable createHive(int objects) throws IOException, SQLException {
        String catalog = LocalLake.SKIPPING_CATALOG;
        String location = write(objects, MeterFormat.CSV);
        queries.rows(
                HiveDdl.createTable(HiveDdl.tableFormat(MeterFormat.CSV), catalog, SCHEMA, name(objects), location));
        queries.rows(HiveDdl.syncPartitions(catalog, SCHEMA, name(objects)));
        return new IndexedTable(queries, SCHEMA, name(objects));
    }

    /**
     * Creates the Iceberg table.
     *
     * @return the time that adding the objects to it took, in seconds
     */
    double createIceberg(int objects) throws IOException, SQLException {
        String location = write(objects, MeterFormat.PARQUET);
        String table = table(Query.ICEBERG, objects);
        queries.rows(IcebergDdl.createTable(table));
        return queries.run(IcebergDdl.addFiles(table, location)).seconds();
    }

    static Map<String, String> tables(int objects) {
        Map<String, String> tables = new LinkedHashMap<>();
        for (String system : List.of(Query.HIVE, Query.ICEBERG, Query.SKIPPING)) {
            tables.put(system, table(system, objects));
        }
        return tables;
    }
}
