// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Lists the formats of objects, and how tables read them. */
public enum TripFormat {
    /** Is CSV with a header line, and a table of nothing but text. */
    CSV(".csv", CsvTrips::write, CsvTrips.COLUMNS, "format = 'CSV', skip_header_line_count = 1"),
    /** Is the same in one gzip member, as {@code gzip} makes it. */
    CSV_GZIP(".csv.gz", TripFormat::writeGzip, CsvTrips.COLUMNS, "format = 'CSV', skip_header_line_count = 1"),
    /** Is Parquet, and a table of typed columns. */
    PARQUET(".parquet", ParquetTrips::write, ParquetTrips.COLUMNS, "format = 'PARQUET'"),
    /** Has one JSON object a line, with times as ISO 8601 writes them. */
    JSON(".json", JsonTrips::write, JsonTrips.COLUMNS, "format = 'JSON'");

    private final String extension;
    private final Writer writer;
    private final String columns;
    private final String properties;

    TripFormat(String extension, Writer writer, String columns, String properties) {
        this.extension = extension;
        this.writer = writer;
        this.columns = columns;
        this.properties = properties;
    }

    /** Writes all trips of an object. */
    @FunctionalInterface
    private interface Writer {
        void write(List<Trip> trips, OutputStream out) throws IOException;
    }

    /**
     * Returns the {@code CREATE TABLE} statement.
     *
     * @param table the name in SQL
     * @param location a URI that Trino can resolve, such as {@code s3://bucket/trips}
     */
    public String createTable(String table, String location) {
        return "CREATE TABLE %s (%s) WITH (%s, external_location = '%s')"
                .formatted(table, columns, properties, location);
    }

    String extension() {
        return extension;
    }

    void write(List<Trip> trips, OutputStream out) throws IOException {
        writer.write(trips, out);
    }

    private static void writeGzip(List<Trip> trips, OutputStream out) throws IOException {
        GZIPOutputStream compressed = new GZIPOutputStream(out);
        CsvTrips.write(trips, compressed);
        compressed.finish();
    }
}
