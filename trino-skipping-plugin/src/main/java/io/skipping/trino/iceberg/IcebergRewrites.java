// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg;

import io.skipping.index.explain.Remedy;
import io.skipping.trino.core.explain.IndexedTable;
import io.skipping.trino.core.explain.RewriteStatements;
import io.skipping.trino.core.path.Quoting;
import io.skipping.trino.iceberg.release.WriterProperties;

/** Gives what Iceberg tables are written anew with. */
public final class IcebergRewrites implements RewriteStatements {
    /** larger than any file */
    private static final String ALL = "1PB";

    @Override
    public String writeAnew(IndexedTable table, String smallerThan) {
        return "ALTER TABLE %s EXECUTE optimize(file_size_threshold => '%s')".formatted(table.sqlName(), smallerThan);
    }

    @Override
    public String smallRowGroups(IndexedTable table) {
        return "SET SESSION %1$s.%2$s (of ORC: SET SESSION %1$s.orc_writer_max_stripe_size = '16MB')"
                .formatted(table.sqlCatalog(), WriterProperties.SMALL_ROW_GROUPS);
    }

    @Override
    public Remedy layOut(IndexedTable table, String column) {
        return Remedy.of(
                "ALTER TABLE %s SET PROPERTIES sorted_by = ARRAY['%s'], then %s"
                        .formatted(
                                table.sqlName(), Quoting.identifier(column).replace("'", "''"), writeAnew(table, ALL)),
                table.buildCommand());
    }
}
