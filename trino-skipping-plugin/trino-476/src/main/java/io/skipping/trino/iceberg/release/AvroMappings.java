// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

/** Says which fields of Avro get their ids from the name mapping of a table. */
public final class AvroMappings {
    /** All fields of files of which no field has an id. */
    public static final String MAPPED = "files";

    private AvroMappings() {}
}
