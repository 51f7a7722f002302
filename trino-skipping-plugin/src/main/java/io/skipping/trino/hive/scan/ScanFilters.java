// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static io.trino.plugin.hive.util.AcidTables.isTransactionalTable;
import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.RowCounts;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.filter.ScanFilter;
import io.skipping.trino.core.filter.ValueFilter;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.path.ColumnPredicates;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.skipping.trino.hive.table.PartitionFolders;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which filters a scan takes over. A filter qualifies if page sources can test it exactly as the engine does,
 * and if the index proves either that all rows of some range satisfy it, or for every range whether its rows satisfy
 * it. Otherwise taking it over gains nothing.
 */
public class ScanFilters {
    private static final Logger log = Logger.get(ScanFilters.class);

    private final IndexLookup lookup;

    @Inject
    public ScanFilters(IndexLookup lookup) {
        this.lookup = requireNonNull(lookup, "lookup is null");
    }

    /**
     * Returns the filter that the scan takes over.
     *
     * @param remaining the constraint that Hive leaves to the engine
     * @return empty if the engine has to filter
     */
    public Optional<ScanFilter> takeOver(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            HiveTableHandle table,
            TupleDomain<ColumnHandle> remaining) {
        if (!SkippingSessionProperties.isSkippingEnabled(session)
                || !SkippingTableHandle.mayPrune(table)
                || table.getTableParameters().isEmpty()
                || isTransactionalTable(table.getTableParameters().get())
                || remaining.isNone()
                || remaining.isAll()
                || !isExact(remaining.getDomains().orElseThrow())) {
            return Optional.empty();
        }
        // the scan counts a failure
        return lookup.findForPlan(transaction, session, table.getSchemaTableName(), () -> {})
                .flatMap(index -> takeOver(index, table, remaining));
    }

    private static boolean isExact(Map<ColumnHandle, Domain> domains) {
        return domains.entrySet().stream()
                .allMatch(entry -> entry.getKey() instanceof HiveColumnHandle column
                        && HiveColumns.isData(column)
                        && ValueFilter.isExact(entry.getValue()));
    }

    private static Optional<ScanFilter> takeOver(
            IndexSnapshot index, HiveTableHandle table, TupleDomain<ColumnHandle> domain) {
        RowCounts rows;
        try {
            rows = index.plan(ColumnPredicates.of(domain, Predicate.ALWAYS, Set.of(), HiveColumns.HANDLES))
                    .count(PartitionFolders.of(table));
        } catch (RuntimeException e) {
            log.debug(e, "The index of %s cannot be evaluated", table.getSchemaTableName());
            return Optional.empty();
        }
        boolean decided = rows.total() > 0 && rows.may() == 0;
        if (rows.must() == 0 && !decided) {
            return Optional.empty();
        }
        return Optional.of(new ScanFilter(domain, (rows.must() + rows.may() / 2.0) / rows.total()));
    }
}
