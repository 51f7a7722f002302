// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.view;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.trino.core.ScanTotals;
import io.skipping.trino.core.TableScans;
import io.skipping.trino.core.page.RowWriter;

/** Shows in {@code "t$scans"}, in one row, what this server's scans of the table have considered and skipped. */
public final class ScansView extends IndexView {
    private final TableScans scans;

    public ScansView(TableScans scans) {
        super(
                "$scans",
                ImmutableList.of(
                        column("since", TIMESTAMP_TZ_MILLIS),
                        column("scans", BIGINT),
                        column("objects_considered", BIGINT),
                        column("objects_pruned", BIGINT),
                        column("bytes_considered", BIGINT),
                        column("bytes_pruned", BIGINT)));
        this.scans = requireNonNull(scans, "scans is null");
    }

    @Override
    boolean showsValues() {
        return false;
    }

    @Override
    void write(Question question, RowWriter rows) {
        TableScans.Sums sums = scans.of(question.table());
        ScanTotals totals = sums.totals();
        rows.add(
                sums.since(),
                totals.scans(),
                totals.objectsConsidered(),
                totals.objectsPruned(),
                totals.bytesConsidered(),
                totals.bytesPruned());
    }
}
