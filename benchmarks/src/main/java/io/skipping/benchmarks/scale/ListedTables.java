// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import io.skipping.benchmarks.stores.MeterMetadata;
import io.skipping.index.IndexedTable;
import io.skipping.index.ObjectVersion;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.s3.ListedObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Creates tables whose objects the endpoint lists but does not have. */
final class ListedTables {
    static final String SCHEMA = "listed";
    private static final String PROFILE = "profile";

    private final LocalLake lake;
    private final Queries queries;

    ListedTables(LocalLake lake, Queries queries) {
        this.lake = lake;
        this.queries = queries;
    }

    static String name(int objects) {
        return "objects_" + objects;
    }

    static IndexedTable indexed(String name) {
        return new IndexedTable(SCHEMA, name, "s3://%s/%s".formatted(LocalLake.BUCKET, name));
    }

    private Path folder(String name) {
        return lake.s3().bucket(LocalLake.BUCKET).resolve(name);
    }

    /** Creates the schema, and a table of one real object that is read as the listed ones would be. */
    IndexedTable createOneToReadAs() throws IOException, SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.SKIPPING_CATALOG, SCHEMA));
        Path day = Files.createDirectories(folder(PROFILE).resolve("dt=2026-01"));
        Files.writeString(day.resolve("part.csv"), "1.5,45.5,20.5,1,town\n");
        createTable(PROFILE);
        var index = new io.skipping.testing.lake.IndexedTable(queries, SCHEMA, PROFILE);
        index.request("minmax", List.of("temp"));
        index.build();
        return indexed(PROFILE);
    }

    void create(MeterMetadata data) throws IOException, SQLException {
        String name = name(data.objects());
        List<List<ListedObject>> folders = new ArrayList<>();
        for (int number = 0; number < MeterMetadata.FOLDERS; number++) {
            folders.add(new ArrayList<>());
        }
        String bucket = "s3://%s/".formatted(LocalLake.BUCKET);
        for (int number = 0; number < data.objects(); number++) {
            ObjectVersion version = data.object(number).version();
            folders.get(number % MeterMetadata.FOLDERS)
                    .add(new ListedObject(
                            version.path().substring(bucket.length()),
                            version.size(),
                            Instant.ofEpochMilli(version.modifiedMillis())));
        }
        for (int number = 0; number < MeterMetadata.FOLDERS; number++) {
            String key = data.folder(number).substring(bucket.length());
            // creates the folder, which must exist; the listing does not show this file
            Files.createFile(
                    Files.createDirectories(lake.s3().bucket(LocalLake.BUCKET).resolve(key))
                            .resolve(".folder"));
            List<ListedObject> objects = folders.get(number);
            objects.sort(Comparator.comparing(ListedObject::key));
            lake.s3().list(LocalLake.BUCKET, key + "/", objects);
        }
        createTable(name);
    }

    private void createTable(String name) throws SQLException {
        queries.rows("""
                CREATE TABLE %s.%s.%s (longitude double, latitude double, temp double, vid bigint, city varchar, dt varchar)
                WITH (external_location = 's3://%s/%s', format = 'TEXTFILE', textfile_field_separator = ',', partitioned_by = ARRAY['dt'])""".formatted(LocalLake.SKIPPING_CATALOG, SCHEMA, name, LocalLake.BUCKET, name));
        queries.rows("CALL %s.system.sync_partition_metadata('%s', '%s', 'FULL')"
                .formatted(LocalLake.SKIPPING_CATALOG, SCHEMA, name));
    }
}
