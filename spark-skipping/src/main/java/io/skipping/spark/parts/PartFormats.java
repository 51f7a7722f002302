// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.parts;

import io.skipping.spark.format.SourceFormat;
import org.apache.spark.sql.execution.datasources.FileFormat;

/** Creates Spark's formats that read only the {@link FileParts} which files have. Plans ask for Spark's classes, so that these extend them. */
public final class PartFormats {
    private PartFormats() {}

    /** Returns a reader that reads what Spark's own does, if a file has no parts. */
    public static FileFormat of(SourceFormat format) {
        return switch (format) {
            case PARQUET -> new ParquetParts();
            case ORC -> new OrcParts();
            case CSV -> new CsvParts();
            case JSON -> new JsonParts();
            case TEXT -> new TextParts();
        };
    }
}
