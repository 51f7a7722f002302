// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.log.Logger;
import io.skipping.index.filter.ObjectFilter;
import io.skipping.index.filter.ObjectFilter.Candidate;
import io.skipping.trino.core.scan.ScannedObject.Cutting;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Leaves out the objects that users' filters reject. A filter that fails is not called again in the scan. */
final class FilterStage implements ScanStage {
    private static final Logger log = Logger.get(FilterStage.class);

    private final SchemaTableName table;
    private final List<ObjectFilter> filters;
    private final ConnectorSession session;
    private final ScanCounters counters;

    FilterStage(SchemaTableName table, List<ObjectFilter> filters, ConnectorSession session, ScanCounters counters) {
        this.table = requireNonNull(table, "table is null");
        this.filters = new ArrayList<>(filters);
        this.session = requireNonNull(session, "session is null");
        this.counters = requireNonNull(counters, "counters is null");
    }

    @Override
    public List<ScanUnit> apply(List<ScanUnit> units) {
        if (filters.isEmpty()) {
            return units;
        }
        ImmutableList.Builder<ScanUnit> kept = ImmutableList.builder();
        for (ScanUnit unit : units) {
            Optional<String> rejecting =
                    unit.object().cutting() == Cutting.NEVER_LEFT_OUT ? Optional.empty() : rejecting(unit.object());
            if (rejecting.isEmpty()) {
                kept.add(unit);
                continue;
            }
            counters.bytesPruned(rejecting.get(), unit.range().length());
            if (unit.isFirstOfObject()) {
                counters.objectsPruned.increment();
                counters.rangePruned(rejecting.get());
            }
        }
        return kept.build();
    }

    /** Returns the name of a filter that rejects an object because none of its rows is wanted; empty if there is none. */
    private Optional<String> rejecting(ScannedObject object) {
        Candidate candidate =
                new Candidate(table.getSchemaName(), table.getTableName(), object.version(), object.partitionKeys());
        for (ObjectFilter filter : List.copyOf(filters)) {
            try {
                if (!filter.mayMatch(object.predicate(), candidate)) {
                    return Optional.of(filter.name());
                }
            } catch (RuntimeException | LinkageError e) {
                filters.remove(filter);
                counters.filterFailures.increment();
                log.warn(
                        e,
                        "The object filter %s has failed at %s; query %s goes on without it in %s",
                        filter.getClass().getName(),
                        candidate.version().path(),
                        session.getQueryId(),
                        table);
            }
        }
        return Optional.empty();
    }
}
