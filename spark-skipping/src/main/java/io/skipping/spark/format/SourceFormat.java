// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.format;

import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat;
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat;
import org.apache.spark.sql.execution.datasources.orc.OrcFileFormat;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.execution.datasources.text.TextFileFormat;

/** Lists the formats of files that an index can be of. */
public enum SourceFormat {
    PARQUET(ParquetFileFormat.class),
    ORC(OrcFileFormat.class),
    CSV(CSVFileFormat.class),
    JSON(JsonFileFormat.class),
    TEXT(TextFileFormat.class),
    /** Is read by a library that not every session has. */
    AVRO("org.apache.spark.sql.avro.AvroFileFormat");

    private final String reader;

    SourceFormat(Class<? extends FileFormat> reader) {
        this(reader.getName());
    }

    SourceFormat(String reader) {
        this.reader = reader;
    }

    /** Returns the format that a reader reads; empty if the class is any other than Spark's own, which may read in another way. */
    public static Optional<SourceFormat> of(FileFormat reader) {
        return Arrays.stream(values())
                .filter(format -> format.reader.equals(reader.getClass().getName()))
                .findFirst();
    }

    /** Returns whether the reader takes a file apart into lines first. */
    public boolean hasLines() {
        return isParsed() || this == TEXT;
    }

    /** Returns whether the reader takes a record apart, and returns NULL where it cannot. */
    public boolean isParsed() {
        return this == CSV || this == JSON;
    }
}
