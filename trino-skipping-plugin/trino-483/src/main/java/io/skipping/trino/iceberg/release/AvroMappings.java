// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

/** Says which fields of Avro get their ids from the name mapping of a table. */
public final class AvroMappings {
    /** Each field that has no id. */
    public static final String MAPPED = "fields";

    private AvroMappings() {}
}
