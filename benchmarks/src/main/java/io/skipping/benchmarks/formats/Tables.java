// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Sql;
import io.skipping.testing.lake.TableSize;
import io.skipping.testing.meters.sink.S3Sink;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.services.s3.S3Client;

/** Creates tables of the same records in each format, in the same order and with the same number of objects. */
final class Tables {
    static final String SCHEMA = "formats";
    /** The name of the records in names of tables. */
    static final String RECORDS = "records";

    private final LocalLake lake;
    private final Queries queries;
    private final SyntheticRecords records;

    Tables(LocalLake lake, Queries queries, SyntheticRecords records) {
        this.lake = lake;
        this.queries = queries;
        this.records = records;
    }

    void createSchema() throws SQLException {
        queries.rows("CREATE SCHEMA %s.%s".formatted(LocalLake.HIVE_CATALOG, SCHEMA));
        // one writer per object, which receives the rows in the order in which they are read
        queries.rows("SET SESSION task_max_writer_count = 1");
    }

    /**
     * Creates the table of a format. Trino converts the text objects to a columnar format, with its default settings.
     *
     * @return size of the objects in bytes
     */
    long create(Format format) throws IOException, SQLException {
        queries.rows("CREATE TABLE %s (%s) WITH (format = '%s', external_location = '%s')"
                .formatted(
                        Contender.plain(format).table(RECORDS),
                        SyntheticRecords.definitions(),
                        format.hive(),
                        location(format)));
        for (int object = 0; object < records.objects(); object++) {
            if (format.columnar()) {
                queries.rows("INSERT INTO %s SELECT * FROM %s WHERE \"$path\" = %s"
                        .formatted(
                                Contender.plain(format).table(RECORDS),
                                Contender.plain(Format.TEXT).table(RECORDS),
                                Sql.literal(object(Format.TEXT, object))));
            } else {
                write(format, object);
            }
        }
        return bytes(format);
    }

    private void write(Format format, int object) throws IOException {
        try (S3Client client = lake.s3().client();
                S3Sink sink = new S3Sink(client, LocalLake.BUCKET, format.table(RECORDS))) {
            sink.write(key(format, object), out -> {
                switch (format) {
                    case TEXT -> records.write(object, SyntheticRecord::text, out);
                    case TEXT_GZIP -> writeCompressed(object, out);
                    case JSON -> records.write(object, SyntheticRecord::json, out);
                    default -> throw new IllegalArgumentException("Not written here: " + format);
                }
            });
        }
    }

    private void writeCompressed(int object, OutputStream out) throws IOException {
        GZIPOutputStream compressed = new GZIPOutputStream(out, 1 << 16);
        records.write(object, SyntheticRecord::text, compressed);
        compressed.finish();
    }

    /** Returns the path of an object of text. */
    static String object(Format format, int object) {
        return location(format) + "/" + key(format, object);
    }

    private static String location(Format format) {
        return "s3://%s/%s".formatted(LocalLake.BUCKET, format.table(RECORDS));
    }

    private static String key(Format format, int object) {
        return "records-%05d%s".formatted(object, format == Format.TEXT_GZIP ? ".gz" : "");
    }

    private long bytes(Format format) throws SQLException {
        TableSize size = queries.size(Contender.plain(format).table(RECORDS));
        if (size.objects() != records.objects()) {
            throw new SQLException(
                    "%s objects of %s, not %d".formatted(size.objects(), format.title(), records.objects()));
        }
        return size.bytes();
    }

    IndexedTable index(Format format) {
        return new IndexedTable(queries, SCHEMA, format.table(RECORDS));
    }
}
