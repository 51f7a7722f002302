// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

/** Names the session properties of writers of data files. */
public final class WriterProperties {
    /** Has writers of Parquet make row groups of about 16 MB, as far as rows are not very long or short. */
    public static final String SMALL_ROW_GROUPS = "parquet_writer_block_size = '16MB'";

    private WriterProperties() {}
}
