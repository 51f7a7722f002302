// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.RowCounts;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.index.PlannedScan;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.path.ColumnPredicates;
import io.trino.spi.connector.ColumnHandle;
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
public class TakenFilters {
    private static final Logger log = Logger.get(TakenFilters.class);

    private final IndexLookup lookup;

    @Inject
    public TakenFilters(IndexLookup lookup) {
        this.lookup = requireNonNull(lookup, "lookup is null");
    }

    /**
     * Returns the filter that the scan takes over. Only a scan whose statement needs nothing but the rows that satisfy it
     * may take one over.
     *
     * @param remaining the constraint that the connector leaves to the engine
     * @return empty if the engine has to filter
     */
    public Optional<ScanFilter> takeOver(PlannedScan scan, TupleDomain<ColumnHandle> remaining) {
        if (!SkippingSessionProperties.isSkippingEnabled(scan.session())
                || remaining.isNone()
                || remaining.isAll()
                || !isExact(remaining.getDomains().orElseThrow(), scan.columns())) {
            return Optional.empty();
        }
        // the scan counts a failure
        return lookup.findForPlan(scan, () -> {}).flatMap(index -> takeOver(index, scan, remaining));
    }

    private static boolean isExact(Map<ColumnHandle, Domain> domains, ColumnHandles columns) {
        return domains.entrySet().stream()
                .allMatch(entry -> columns.isData(entry.getKey()) && ValueFilter.isExact(entry.getValue()));
    }

    private static Optional<ScanFilter> takeOver(
            IndexSnapshot index, PlannedScan scan, TupleDomain<ColumnHandle> domain) {
        RowCounts rows;
        try {
            rows = index.plan(ColumnPredicates.of(domain, Predicate.ALWAYS, Set.of(), scan.columns()))
                    .count(scan.folders());
        } catch (RuntimeException e) {
            log.debug(e, "The index of %s cannot be evaluated", scan.table());
            return Optional.empty();
        }
        boolean decided = rows.total() > 0 && rows.may() == 0;
        if (rows.must() == 0 && !decided) {
            return Optional.empty();
        }
        return Optional.of(new ScanFilter(domain, (rows.must() + rows.may() / 2.0) / rows.total()));
    }
}
