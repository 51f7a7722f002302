// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.log.Logger;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.explain.IndexedTable;
import io.skipping.trino.core.explain.ListedObjects;
import io.skipping.trino.core.explain.ScanExplanation;
import io.skipping.trino.core.expression.FilterConjunct;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.rights.SelectRights;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.skipping.trino.hive.table.HiveTables.FirstSplits;
import io.skipping.trino.hive.table.Listings;
import io.skipping.trino.hive.table.PartitionFolders;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Explains the scans of one query while it runs. Plans outlive their query; afterwards there is nothing to say. */
final class ScanExplainer implements SkippingTableHandle.Explainer {
    private static final Logger log = Logger.get(ScanExplainer.class);

    private volatile Optional<OfQuery> running;

    /** Holds what a query asks of its catalog. */
    record OfQuery(
            CatalogName catalog,
            ConnectorSession session,
            Listings listings,
            IndexLookup lookup,
            TableAccess tables,
            SelectRights rights) {
        OfQuery {
            requireNonNull(catalog, "catalog is null");
            requireNonNull(session, "session is null");
            requireNonNull(listings, "listings is null");
            requireNonNull(lookup, "lookup is null");
            requireNonNull(tables, "tables is null");
            requireNonNull(rights, "rights is null");
        }
    }

    ScanExplainer(OfQuery query) {
        this.running = Optional.of(query);
    }

    /** Lets go of all that belongs to the query. */
    void end() {
        running = Optional.empty();
    }

    @Override
    public List<String> explain(HiveTableHandle scan, ScanDemand demand) {
        Optional<OfQuery> query = running;
        if (query.isEmpty() || !SkippingTableHandle.mayPrune(scan)) {
            return ImmutableList.of();
        }
        try (ThreadContextClassLoader _ =
                new ThreadContextClassLoader(getClass().getClassLoader())) {
            return explain(query.get(), scan, demand);
        } catch (RuntimeException e) {
            log.warn(e, "The scan of %s cannot be explained", scan.getSchemaTableName());
            return ImmutableList.of("What the index leaves cannot be said: " + e.getMessage());
        }
    }

    private static List<String> explain(OfQuery query, HiveTableHandle scan, ScanDemand demand) {
        if (!SkippingSessionProperties.isSkippingEnabled(query.session())) {
            return ImmutableList.of(
                    "Skipping is turned off: SET SESSION %s.skipping_enabled = true".formatted(query.catalog()));
        }
        if (query.rights().isFiltered(query.session(), scan.getSchemaTableName())) {
            // counts are of all rows
            return ImmutableList.of(
                    "A row filter is on the table: what the index leaves of it is not told to users who do not see all rows");
        }
        AtomicBoolean failed = new AtomicBoolean();
        Optional<IndexSnapshot> snapshot = query.lookup()
                .find(
                        query.listings().transaction(),
                        query.session(),
                        scan.getSchemaTableName(),
                        () -> failed.set(true))
                .join();
        if (failed.get()) {
            return ImmutableList.of("The index cannot be used, and everything is read: the server's log says why");
        }
        if (snapshot.isEmpty()) {
            return ScanExplanation.withoutIndex(query.catalog().toString(), scan.getSchemaTableName());
        }
        IndexedTable table = new IndexedTable(
                query.catalog().toString(),
                scan.getSchemaTableName(),
                snapshot.get(),
                PartitionFolders.of(scan),
                query.tables()
                        .index(query.listings().transaction(), query.session(), scan.getSchemaTableName())
                        .requested());
        return ScanExplanation.of(table, conjuncts(demand), Optional.of(listed(query, scan)));
    }

    private static List<FilterConjunct> conjuncts(ScanDemand demand) {
        return ImmutableList.<FilterConjunct>builder()
                .addAll(demand.domain().getDomains().orElse(Map.of()).entrySet().stream()
                        .map(entry -> FilterConjunct.ofDomain(
                                HiveColumns.HANDLES
                                        .path(entry.getKey())
                                        .map(ColumnPath::indexed)
                                        .map(column -> column.name())
                                        .orElseGet(() -> HiveColumns.HANDLES.name(entry.getKey())),
                                HiveColumns.predicate(
                                        TupleDomain.withColumnDomains(Map.of(entry.getKey(), entry.getValue())),
                                        Predicate.ALWAYS,
                                        Set.of())))
                        .sorted(comparing(FilterConjunct::text))
                        .collect(toImmutableList()))
                .addAll(demand.conjuncts())
                .build()
                .stream()
                // conditions on fields of rows are told as both
                .collect(toImmutableMap(FilterConjunct::text, conjunct -> conjunct, (first, _) -> first))
                .values()
                .asList();
    }

    private static ListedObjects listed(OfQuery query, HiveTableHandle scan) {
        FirstSplits splits = query.listings().first(query.session(), scan);
        return new ListedObjects(
                query.listings().names(query.session()).beginningIn(splits.splits()), splits.complete());
    }
}
