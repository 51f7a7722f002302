// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.benchmarks.committing.SparkProcess;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.meters.HiveDdl;
import java.io.IOException;
import java.sql.SQLException;

/** A table that one Spark writes to, job after job: past days, and the last days, which jobs add to and overwrite. */
final class WrittenTable {
    private static final String SCHEMA = "grid";
    private static final int LAST_DAYS = 2;
    /** Longer than any query and any build runs. */
    private static final int VACUUM_OLDER_THAN_SECONDS = 30;

    private final String table;
    private final SparkProcess spark;
    private final TableSize size;
    private final History history = new History();
    private int jobs;

    /** @param size how much its jobs write */
    WrittenTable(String table, SparkProcess spark, TableSize size) {
        this.table = table;
        this.spark = spark;
        this.size = size;
    }

    History history() {
        return history;
    }

    /** Returns the name of the table in SQL. */
    String name(Contender contender) {
        return "%s.%s.%s".formatted(contender.setting().catalog(), SCHEMA, table);
    }

    /** Returns the name of the table as the job that builds indexes takes it. */
    String name() {
        return SCHEMA + "." + table;
    }

    IndexedTable index(Queries queries) {
        return new IndexedTable(queries, SCHEMA, table);
    }

    static void createSchema(Queries queries) throws SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.HIVE_CATALOG, SCHEMA));
    }

    /** Writes the past and the last days, and creates a table over them. */
    void create(Queries queries) throws IOException, SQLException {
        write(new Job(jobs++, false, 0, size.pastDays(), size.pastObjects(), size.rows()));
        write(true);
        queries.rows("""
                CREATE TABLE %s.%s (
                    job integer,
                    vid bigint,
                    town varchar,
                    latitude double,
                    longitude double,
                    energy bigint,
                    day integer
                )
                WITH (
                    external_location = 's3://%s/%s',
                    format = 'TEXTFILE',
                    textfile_field_separator = ',',
                    partitioned_by = ARRAY['day']
                )""".formatted(LocalLake.HIVE_CATALOG, name(), LocalLake.BUCKET, table));
        queries.rows(HiveDdl.syncPartitions(LocalLake.HIVE_CATALOG, SCHEMA, table));
    }

    /**
     * Writes to the last days, and returns when everything is committed.
     *
     * @param overwrites whether the rows replace all others of these days
     */
    void write(boolean overwrites) throws IOException {
        write(new Job(jobs++, overwrites, size.pastDays(), LAST_DAYS, size.objects(), size.rows()));
    }

    private void write(Job job) throws IOException {
        long began = System.nanoTime();
        spark.run(job.order(destination()));
        history.add(job, began, System.nanoTime());
    }

    /** Deletes objects that were replaced some time ago. */
    void vacuum() throws IOException {
        spark.run("vacuum %d %s".formatted(VACUUM_OLDER_THAN_SECONDS, destination()));
    }

    private String destination() {
        return "s3a://%s/%s".formatted(LocalLake.BUCKET, table);
    }
}
