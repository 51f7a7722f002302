// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.util.concurrent.UncheckedExecutionException;
import io.trino.spi.connector.SchemaTableName;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Counts what scans have read and skipped of each table, in the memory of this server. The counts begin when the
 * catalog starts, or with the first scan after the table was forgotten: only the tables that were scanned last are
 * remembered.
 */
public class TableScans {
    /** The maximum number of tables, at about 300 bytes each. */
    private static final int MOST_TABLES = 10_000;

    private final Instant start = Instant.now();
    private final Cache<SchemaTableName, Scanned> tables =
            CacheBuilder.newBuilder().maximumSize(MOST_TABLES).build();

    private record Scanned(Instant since, AtomicReference<ScanTotals> totals) {
        private Scanned(Instant since) {
            this(since, new AtomicReference<>(ScanTotals.NONE));
        }
    }

    /**
     * Holds the sums of the scans of a table.
     *
     * @param since when counting began
     */
    public record Sums(Instant since, ScanTotals totals) {}

    /** Adds the counts of a scan that has ended. */
    public void add(SchemaTableName table, ScanTotals scan) {
        scanned(table).totals().accumulateAndGet(scan, ScanTotals::plus);
    }

    private Scanned scanned(SchemaTableName table) {
        try {
            // a table that was forgotten is counted from now on; as long as none was, all are counted from the start
            return tables.get(table, () -> new Scanned(tables.size() < MOST_TABLES ? start : Instant.now()));
        } catch (ExecutionException e) {
            throw new UncheckedExecutionException(e.getCause());
        }
    }

    /** Returns the sums of a table, which are 0 if no scan of it was counted. */
    public Sums of(SchemaTableName table) {
        Scanned scanned = tables.getIfPresent(table);
        return scanned == null
                ? new Sums(start, ScanTotals.NONE)
                : new Sums(scanned.since(), scanned.totals().get());
    }
}
