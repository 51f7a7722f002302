// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.trino.Session.SessionBuilder;

/** Sets how files of stock Iceberg are written. */
final class IcebergFiles {
    /** The newest format version that this release creates tables of. */
    static final int NEWEST_FORMAT_VERSION = 3;

    private IcebergFiles() {}

    /** Writes files of Parquet whose row groups have about a thousand rows. */
    static SessionBuilder manyRowGroups(SessionBuilder session, String catalog) {
        return session.setCatalogSessionProperty(catalog, "parquet_writer_row_group_max_row_count", "1000");
    }

    /** Has a split for each row group of Parquet. */
    static SessionBuilder smallSplits(SessionBuilder session, String catalog) {
        return session.setCatalogSessionProperty(catalog, "max_split_size", "1kB");
    }
}
