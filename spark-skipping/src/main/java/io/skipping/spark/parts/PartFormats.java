// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.parts;

import io.skipping.spark.format.SourceFormat;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates Spark's formats that read only the {@link FileParts} which files have. Plans ask for Spark's classes, so that these extend them. */
public final class PartFormats {
    private static final Logger log = LoggerFactory.getLogger(PartFormats.class);

    private PartFormats() {}

    /**
     * Returns a reader that reads what Spark's own does, if a file has no parts.
     *
     * @param own Spark's own, which is returned if another one cannot be made from here: it reads all parts
     */
    public static FileFormat of(SourceFormat format, FileFormat own) {
        try {
            return of(format);
        } catch (LinkageError e) {
            // the library of the format is there for others, and not for this one
            log.debug("Files of {} are read as a whole", format, e);
            return own;
        }
    }

    private static FileFormat of(SourceFormat format) {
        return switch (format) {
            case PARQUET -> new ParquetParts();
            case ORC -> new OrcParts();
            case CSV -> new CsvParts();
            case JSON -> new JsonParts();
            case TEXT -> new TextParts();
            case AVRO -> new AvroParts();
        };
    }
}
