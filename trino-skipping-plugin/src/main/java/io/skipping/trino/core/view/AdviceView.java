// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.view;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.explain.Finding;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.trino.core.explain.AskedConditions;
import io.skipping.trino.core.explain.AskedConditions.Asked;
import io.skipping.trino.core.explain.IndexedTable;
import io.skipping.trino.core.explain.RewriteStatements;
import io.skipping.trino.core.explain.ScanExplanation;
import io.skipping.trino.core.page.RowWriter;
import io.trino.spi.catalog.CatalogName;
import java.util.List;
import java.util.Optional;

/**
 * Shows in {@code "t$advice"} the conditions on which this server's scans of the table have read much, and of which the index,
 * as it is now, still does not exclude half: why, and what helps.
 */
public final class AdviceView extends IndexView {
    private final CatalogName catalog;
    private final AskedConditions conditions;
    private final RewriteStatements rewrites;

    /** @param rewrites give what the tables of the catalog are written anew with */
    public AdviceView(CatalogName catalog, AskedConditions conditions, RewriteStatements rewrites) {
        super(
                "$advice",
                ImmutableList.of(
                        column("condition", VARCHAR),
                        column("reason", VARCHAR),
                        column("statement", VARCHAR),
                        column("command", VARCHAR),
                        column("scans", BIGINT),
                        column("objects_read", BIGINT),
                        column("bytes_read", BIGINT),
                        column("last_scan", TIMESTAMP_TZ_MILLIS)));
        this.catalog = requireNonNull(catalog, "catalog is null");
        this.conditions = requireNonNull(conditions, "conditions is null");
        this.rewrites = requireNonNull(rewrites, "rewrites is null");
    }

    /** The reasons count what the index knows of all rows. */
    @Override
    boolean showsValues() {
        return true;
    }

    @Override
    void write(Question question, RowWriter rows) {
        List<Asked> asked = conditions.of(question.table());
        if (asked.isEmpty()) {
            return;
        }
        Optional<IndexedTable> indexed = question.index().current().map(snapshot -> indexed(question, snapshot));
        for (Asked condition : asked) {
            Finding finding = indexed.map(table -> ScanExplanation.ofOthers(table, condition.example()))
                    .orElseGet(() -> ScanExplanation.withoutIndex(catalog.toString(), question.table()));
            if (!finding.excludes()) {
                rows.add(
                        condition.text(),
                        finding.reason(),
                        finding.remedy().statement().orElse(null),
                        finding.remedy().command().orElse(null),
                        condition.scans(),
                        condition.objectsRead(),
                        condition.bytesRead(),
                        condition.last());
            }
        }
    }

    private IndexedTable indexed(Question question, IndexSnapshot snapshot) {
        return new IndexedTable(
                catalog.toString(), question.table(), snapshot, _ -> true, question.index()::requested, rewrites);
    }
}
