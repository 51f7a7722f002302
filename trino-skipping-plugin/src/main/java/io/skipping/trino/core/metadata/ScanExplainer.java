// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.log.Logger;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.explain.DecidableJson;
import io.skipping.trino.core.explain.IndexedTable;
import io.skipping.trino.core.explain.RewriteStatements;
import io.skipping.trino.core.explain.ScanExplanation;
import io.skipping.trino.core.expression.FilterConjunct;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.index.NamedSnapshot;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.path.Quoting;
import io.skipping.trino.core.release.filter.EngineFilters;
import io.skipping.trino.core.rights.SelectRights;
import io.skipping.trino.core.scan.ScanDemand;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Explains the scans of one query while it runs. Plans outlive their query; afterwards there is nothing to say. */
public final class ScanExplainer {
    private static final Logger log = Logger.get(ScanExplainer.class);

    private volatile Function<ConnectorTableHandle, Optional<ExplainedScan>> scans;
    private volatile Optional<OfQuery> running;

    /** whether the session of the query is that of its user */
    private volatile boolean planned;

    /**
     * Holds what a query asks of its catalog.
     *
     * @param columns describes the columns of the connector
     * @param rewrites give what the tables of the catalog are written anew with
     */
    record OfQuery(
            CatalogName catalog,
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ColumnHandles columns,
            IndexLookup lookup,
            TableAccess tables,
            SelectRights rights,
            EngineFilters engineFilters,
            RewriteStatements rewrites) {
        OfQuery {
            requireNonNull(catalog, "catalog is null");
            requireNonNull(transaction, "transaction is null");
            requireNonNull(session, "session is null");
            requireNonNull(columns, "columns is null");
            requireNonNull(lookup, "lookup is null");
            requireNonNull(tables, "tables is null");
            requireNonNull(rights, "rights is null");
            requireNonNull(engineFilters, "engineFilters is null");
            requireNonNull(rewrites, "rewrites is null");
        }

        OfQuery in(ConnectorSession other) {
            return new OfQuery(catalog, transaction, other, columns, lookup, tables, rights, engineFilters, rewrites);
        }
    }

    /** @param scans describes a scan by its handle; empty if it is not pruned, whatever it demands */
    ScanExplainer(OfQuery query, Function<ConnectorTableHandle, Optional<ExplainedScan>> scans) {
        this.running = Optional.of(query);
        this.scans = requireNonNull(scans, "scans is null");
    }

    /**
     * Notes who plans the query, to whom its scans are explained: the engine may have looked the first table up as the owner of a
     * view.
     */
    synchronized void plannedBy(ConnectorSession session) {
        if (!planned) {
            running = running.map(query -> query.in(session));
            planned = true;
        }
    }

    /**
     * Lets go of all that belongs to the query. The engine keeps plans of past queries, with all that their handles lead to: the
     * metadata of a table may have many megabytes.
     */
    public synchronized void end() {
        running = Optional.empty();
        scans = _ -> Optional.empty();
    }

    /**
     * Returns what explains one scan.
     *
     * @param filter the constraint that has what of the filter the engine does not show; empty if there is none
     */
    public Explainer ofScan(Optional<Constraint> filter) {
        return new OfScan(filter);
    }

    /** Reads the filter of a scan when a plan is written, since most plans are not. */
    private final class OfScan implements Explainer {
        private volatile Optional<Constraint> filter;

        OfScan(Optional<Constraint> filter) {
            this.filter = filter;
        }

        @Override
        public boolean knowsHiddenFilter() {
            return filter.isPresent();
        }

        @Override
        public void scans(Constraint constraint) {
            if (EngineFilters.isIn(constraint)) {
                filter = Optional.of(constraint);
            }
        }

        @Override
        public List<String> explain(ConnectorTableHandle table, ScanDemand demand) {
            // looked at first: afterwards the query is that of its user
            Optional<OfQuery> query = planned ? running : Optional.empty();
            if (query.isEmpty()) {
                return ImmutableList.of();
            }
            try (ThreadContextClassLoader _ =
                    new ThreadContextClassLoader(getClass().getClassLoader())) {
                return scans.apply(table)
                        .map(scan -> ScanExplainer.explain(query.get(), scan, demand, filter))
                        .orElseGet(ImmutableList::of);
            } catch (RuntimeException e) {
                // the text of the handle would be another explanation
                log.warn(
                        e,
                        "A scan of query %s cannot be explained",
                        query.get().session().getQueryId());
                return ImmutableList.of("What the index leaves cannot be said: " + e.getMessage());
            }
        }
    }

    private static List<String> explain(
            OfQuery query, ExplainedScan scan, ScanDemand demand, Optional<Constraint> filter) {
        if (!SkippingSessionProperties.isSkippingEnabled(query.session())) {
            return ImmutableList.of("Skipping is turned off: SET SESSION %s.skipping_enabled = true"
                    .formatted(Quoting.identifier(query.catalog().toString())));
        }
        List<FilterConjunct> conjuncts = conjuncts(query, demand, filter);
        if (SkippingSessionProperties.isExplainedForPrograms(query.session())) {
            // says nothing of what is stored
            Predicate all = Predicate.and(
                    conjuncts.stream().map(FilterConjunct::predicate).collect(toImmutableList()));
            return ImmutableList.of(DecidableJson.of(all, top(query, demand)));
        }
        Optional<String> hidden = reasonToHide(query, scan, conjuncts);
        if (hidden.isPresent()) {
            return ImmutableList.of(
                    "What the index leaves of this table is told only to users who may see all its rows, and all values of the columns that conditions are on: "
                            + hidden.get());
        }
        AtomicBoolean failed = new AtomicBoolean();
        Optional<IndexSnapshot> snapshot = query.lookup()
                .find(query.transaction(), query.session(), scan.table(), () -> failed.set(true))
                .join()
                .map(stored -> NamedSnapshot.of(stored, scan.names()));
        if (failed.get()) {
            return ImmutableList.of(ScanExplanation.failed(query.catalog().toString(), scan.table()));
        }
        if (snapshot.isEmpty()) {
            return ImmutableList.of(ScanExplanation.withoutIndex(query.catalog().toString(), scan.table())
                    .text());
        }
        IndexedTable table = new IndexedTable(
                query.catalog().toString(),
                scan.table(),
                snapshot.get(),
                scan.folders(),
                () -> query.tables()
                        .index(query.transaction(), query.session(), scan.table())
                        .requested(),
                query.rewrites());
        return ScanExplanation.of(
                table, conjuncts, limit(query, demand), scan.listed().get());
    }

    /** Returns why a user is not told the counts, which are of all rows and of values as they are stored; empty if he is told. */
    private static Optional<String> reasonToHide(OfQuery query, ExplainedScan scan, List<FilterConjunct> conjuncts) {
        SelectRights rights = query.rights();
        if (!rights.isAsked(query.session(), scan.table())) {
            return Optional.of(
                    "Trino has not asked catalog %s, which therefore does not know of row filters and of views with the rights of their owners; with security=system, it never asks"
                            .formatted(query.catalog()));
        }
        if (!rights.mayCountRows(query.session(), scan.table())) {
            return Optional.of("there is a row filter, or a view with the rights of its owner");
        }
        java.util.function.Predicate<String> seen = rights.seenColumns(query.session(), scan.table());
        return conjuncts.stream()
                .flatMap(conjunct -> conjunct.predicate().columns().stream())
                .map(column -> scan.columns().apply(column.origin().place()).orElse(column.name()))
                .filter(column -> !seen.test(column))
                .findFirst()
                .map("there is a mask on %s, or a view or a filter whose conditions are on it"::formatted);
    }

    private static Optional<String> limit(OfQuery query, ScanDemand demand) {
        return demand.limit()
                .map(limit -> limit.order()
                        .map(order ->
                                "ORDER BY %s LIMIT %d".formatted(query.columns().name(order.column()), limit.count()))
                        .orElseGet(() -> "LIMIT %d".formatted(limit.count())));
    }

    private static List<FilterConjunct> conjuncts(OfQuery query, ScanDemand demand, Optional<Constraint> filter) {
        return ScanConditions.of(
                query.session(),
                query.columns(),
                demand,
                filter.flatMap(constraint -> query.engineFilters().of(query.session(), constraint)));
    }

    private static Optional<DecidableJson.Top> top(OfQuery query, ScanDemand demand) {
        return demand.limit()
                .flatMap(limit -> limit.order()
                        .flatMap(order -> query.columns()
                                .path(order.column())
                                .map(path -> new DecidableJson.Top(
                                        path.indexed().name(),
                                        limit.count(),
                                        order.direction().isAscending()))));
    }
}
