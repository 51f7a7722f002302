// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import io.skipping.index.explain.Remedy;
import io.skipping.trino.core.explain.IndexedTable;
import io.skipping.trino.core.explain.RewriteStatements;
import io.skipping.trino.core.explain.ShellWords;

/** Gives what Hive's tables are written anew with. */
public final class HiveRewrites implements RewriteStatements {
    @Override
    public String writeAnew(IndexedTable table, String smallerThan) {
        return "SET SESSION %s.non_transactional_optimize_enabled = true, then ALTER TABLE %s EXECUTE optimize(file_size_threshold => '%s')"
                .formatted(table.sqlCatalog(), table.sqlName(), smallerThan);
    }

    @Override
    public String smallRowGroups(IndexedTable table) {
        return "SET SESSION %1$s.parquet_writer_block_size = '16MB' (of ORC: SET SESSION %1$s.orc_optimized_writer_max_stripe_size = '16MB')"
                .formatted(table.sqlCatalog());
    }

    @Override
    public Remedy layOut(IndexedTable table, String column) {
        return Remedy.of(
                "java -jar partitioner.jar train %1$s --columns %2$s --object-size 64MB --output model.json, then java -jar partitioner.jar rewrite %1$s --model model.json --sort %2$s; what this saves, and what it would ruin, say java -jar partitioner.jar advise, with the same options and the --log of past queries, and docs/partitioner.md"
                        .formatted(table.options(), ShellWords.of(column)));
    }
}
