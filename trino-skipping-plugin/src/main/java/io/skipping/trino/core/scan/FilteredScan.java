// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import io.airlift.log.Logger;
import io.skipping.index.ObjectVersion;
import io.skipping.index.filter.ObjectFilter;
import io.skipping.index.filter.ObjectFilter.Candidate;
import io.skipping.index.predicate.Predicate;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies users' object filters to the objects of one scan. A filter that fails is not called again. Not thread-safe.
 */
public final class FilteredScan {
    private static final Logger log = Logger.get(FilteredScan.class);

    private final SchemaTableName table;
    private final List<ObjectFilter> filters;
    private final ConnectorSession session;
    private final ScanCounters counters;

    public FilteredScan(
            SchemaTableName table, List<ObjectFilter> filters, ConnectorSession session, ScanCounters counters) {
        this.table = requireNonNull(table, "table is null");
        this.filters = new ArrayList<>(filters);
        this.session = requireNonNull(session, "session is null");
        this.counters = requireNonNull(counters, "counters is null");
    }

    public boolean isEmpty() {
        return filters.isEmpty();
    }

    /**
     * Returns the name of a filter that rejects an object because none of its rows satisfies the predicate; empty if
     * there is none.
     */
    public Optional<String> rejecting(ObjectVersion version, Map<String, String> partitionKeys, Predicate predicate) {
        Candidate object = new Candidate(table.getSchemaName(), table.getTableName(), version, partitionKeys);
        for (ObjectFilter filter : List.copyOf(filters)) {
            try {
                if (!filter.mayMatch(predicate, object)) {
                    return Optional.of(filter.name());
                }
            } catch (RuntimeException | LinkageError e) {
                filters.remove(filter);
                counters.filterFailures.increment();
                log.warn(
                        e,
                        "The object filter %s has failed at %s; query %s goes on without it in %s",
                        filter.getClass().getName(),
                        version.path(),
                        session.getQueryId(),
                        table);
            }
        }
        return Optional.empty();
    }
}
