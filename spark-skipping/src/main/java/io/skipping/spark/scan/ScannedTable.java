// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;

/** Names what a scan reads, for users' filters: a table, or {@code path} and the name of the first folder that is read. */
record ScannedTable(String schema, String table) {
    private static final String NO_SCHEMA = "path";

    static ScannedTable of(LogicalRelation leaf, HadoopFsRelation relation) {
        if (leaf.catalogTable().isDefined()) {
            CatalogTable table = leaf.catalogTable().get();
            return new ScannedTable(
                    table.identifier().database().isDefined()
                            ? table.identifier().database().get()
                            : NO_SCHEMA,
                    table.identifier().table());
        }
        return new ScannedTable(
                NO_SCHEMA,
                relation.location().rootPaths().headOption().map(Path::getName).getOrElse(() -> ""));
    }

    /** Returns whether it is a table of the catalog. */
    boolean isOfCatalog() {
        return !schema.equals(NO_SCHEMA);
    }
}
