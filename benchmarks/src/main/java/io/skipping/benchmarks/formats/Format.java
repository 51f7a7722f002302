// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import java.util.List;

/** The format in which the rows are stored. */
enum Format {
    TEXT("text", "TEXTFILE", "NONE"),
    TEXT_GZIP("text-gzip", "TEXTFILE", "GZIP"),
    JSON("json", "JSON", "NONE"),
    /** Every value is in quotes. Only for columns of text. */
    CSV("csv", "CSV", "NONE"),
    SEQUENCE("sequence", "SEQUENCEFILE", "NONE"),
    SEQUENCE_GZIP("sequence-gzip", "SEQUENCEFILE", "GZIP"),
    AVRO("avro", "AVRO", "NONE"),
    RC_TEXT("rc-text", "RCTEXT", "NONE"),
    RC_BINARY("rc-binary", "RCBINARY", "NONE"),
    RC_BINARY_GZIP("rc-binary-gzip", "RCBINARY", "GZIP"),
    PARQUET("parquet", "PARQUET", "GZIP"),
    ORC("orc", "ORC", "GZIP");

    private final String title;
    private final String hive;
    private final String codec;

    Format(String title, String hive, String codec) {
        this.title = title;
        this.hive = hive;
        this.codec = codec;
    }

    /** Returns the title in results. */
    String title() {
        return title;
    }

    /** Returns the value of the table property {@code format}. */
    String hive() {
        return hive;
    }

    /** Returns the value of the session property {@code compression_codec} with which Trino writes it. */
    String codec() {
        return codec;
    }

    /** Returns whether the values of a column stand together. */
    boolean columnar() {
        return switch (this) {
            case TEXT, TEXT_GZIP, JSON, CSV, SEQUENCE, SEQUENCE_GZIP, AVRO -> false;
            case RC_TEXT, RC_BINARY, RC_BINARY_GZIP, PARQUET, ORC -> true;
        };
    }

    /**
     * Returns the name of a table in this format, and of the folder of its objects.
     *
     * @param data the name of what is in it
     */
    String table(String data) {
        return data + "_" + title.replace('-', '_');
    }

    /** Returns the formats of rows that {@code bin/bench formats} compares. */
    static List<Format> rows() {
        return List.of(TEXT, TEXT_GZIP, JSON);
    }

    /** Returns the columnar formats that {@code bin/bench formats} compares. */
    static List<Format> columns() {
        return List.of(PARQUET, ORC);
    }

    /** Returns all formats that {@code bin/bench formats} compares. */
    static List<Format> compared() {
        return List.of(TEXT, TEXT_GZIP, JSON, PARQUET, ORC);
    }
}
