// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.log.Logger;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.explain.DecidableJson;
import io.skipping.trino.core.explain.IndexedTable;
import io.skipping.trino.core.explain.ListedObject;
import io.skipping.trino.core.explain.ListedObjects;
import io.skipping.trino.core.explain.ScanExplanation;
import io.skipping.trino.core.expression.FilterConjunct;
import io.skipping.trino.core.index.IndexLookup;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.release.filter.EngineFilters;
import io.skipping.trino.core.rights.SelectRights;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.skipping.trino.hive.scan.ScanConditions;
import io.skipping.trino.hive.table.HiveTables.FirstSplits;
import io.skipping.trino.hive.table.HiveTables.ObjectNames;
import io.skipping.trino.hive.table.Listings;
import io.skipping.trino.hive.table.PartitionFolders;
import io.trino.hive.formats.compression.CompressionKind;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.Constraint;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Explains the scans of one query while it runs. Plans outlive their query; afterwards there is nothing to say. */
final class ScanExplainer {
    private static final Logger log = Logger.get(ScanExplainer.class);

    private volatile Optional<OfQuery> running;

    /** Holds what a query asks of its catalog. */
    record OfQuery(
            CatalogName catalog,
            ConnectorSession session,
            Listings listings,
            IndexLookup lookup,
            TableAccess tables,
            SelectRights rights,
            EngineFilters engineFilters) {
        OfQuery {
            requireNonNull(catalog, "catalog is null");
            requireNonNull(session, "session is null");
            requireNonNull(listings, "listings is null");
            requireNonNull(lookup, "lookup is null");
            requireNonNull(tables, "tables is null");
            requireNonNull(rights, "rights is null");
            requireNonNull(engineFilters, "engineFilters is null");
        }
    }

    ScanExplainer(OfQuery query) {
        this.running = Optional.of(query);
    }

    /** Lets go of all that belongs to the query. */
    void end() {
        running = Optional.empty();
    }

    /**
     * Returns what explains one scan.
     *
     * @param filter the constraint that has what of the filter the engine does not show; empty if there is none
     */
    SkippingTableHandle.Explainer ofScan(Optional<Constraint> filter) {
        return new OfScan(filter);
    }

    /** Reads the filter of a scan when a plan is written, since most plans are not. */
    private final class OfScan implements SkippingTableHandle.Explainer {
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
        public List<String> explain(HiveTableHandle scan, ScanDemand demand) {
            Optional<OfQuery> query = running;
            if (query.isEmpty() || !SkippingTableHandle.mayPrune(scan)) {
                return ImmutableList.of();
            }
            try (ThreadContextClassLoader _ =
                    new ThreadContextClassLoader(getClass().getClassLoader())) {
                return ScanExplainer.explain(query.get(), scan, demand, filter);
            } catch (RuntimeException e) {
                log.warn(e, "The scan of %s cannot be explained", scan.getSchemaTableName());
                return ImmutableList.of("What the index leaves cannot be said: " + e.getMessage());
            }
        }
    }

    private static List<String> explain(
            OfQuery query, HiveTableHandle scan, ScanDemand demand, Optional<Constraint> filter) {
        if (!SkippingSessionProperties.isSkippingEnabled(query.session())) {
            return ImmutableList.of(
                    "Skipping is turned off: SET SESSION %s.skipping_enabled = true".formatted(query.catalog()));
        }
        if (query.rights().isFiltered(query.session(), scan.getSchemaTableName())) {
            // counts are of all rows
            return ImmutableList.of(
                    "A row filter is on the table: what the index leaves of it is not told to users who do not see all rows");
        }
        if (SkippingSessionProperties.isExplainedForPrograms(query.session())) {
            Predicate all = Predicate.and(conjuncts(query, demand, filter).stream()
                    .map(FilterConjunct::predicate)
                    .collect(toImmutableList()));
            return ImmutableList.of(DecidableJson.of(all, top(demand)));
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
            return ImmutableList.of(ScanExplanation.failed(query.catalog().toString(), scan.getSchemaTableName()));
        }
        if (snapshot.isEmpty()) {
            return ImmutableList.of(ScanExplanation.withoutIndex(query.catalog().toString(), scan.getSchemaTableName())
                    .text());
        }
        IndexedTable table = new IndexedTable(
                query.catalog().toString(),
                scan.getSchemaTableName(),
                snapshot.get(),
                PartitionFolders.of(scan),
                query.tables()
                        .index(query.listings().transaction(), query.session(), scan.getSchemaTableName())
                        .requested());
        return ScanExplanation.of(
                table, conjuncts(query, demand, filter), limit(demand), Optional.of(listed(query, scan)));
    }

    private static Optional<String> limit(ScanDemand demand) {
        return demand.limit()
                .map(limit -> limit.order()
                        .map(order -> "ORDER BY %s LIMIT %d"
                                .formatted(HiveColumns.HANDLES.name(order.column()), limit.count()))
                        .orElseGet(() -> "LIMIT %d".formatted(limit.count())));
    }

    private static List<FilterConjunct> conjuncts(OfQuery query, ScanDemand demand, Optional<Constraint> filter) {
        return ScanConditions.of(
                query.session(),
                demand,
                filter.flatMap(constraint -> query.engineFilters().of(query.session(), constraint)));
    }

    private static Optional<DecidableJson.Top> top(ScanDemand demand) {
        return demand.limit()
                .flatMap(limit -> limit.order()
                        .flatMap(order -> HiveColumns.HANDLES
                                .path(order.column())
                                .map(path -> new DecidableJson.Top(
                                        path.indexed().name(),
                                        limit.count(),
                                        order.direction().isAscending()))));
    }

    private static ListedObjects listed(OfQuery query, HiveTableHandle scan) {
        FirstSplits splits = query.listings().first(query.session(), scan);
        ObjectNames names = query.listings().names(query.session());
        return new ListedObjects(
                splits.splits().stream()
                        .filter(split -> split.getStart() == 0)
                        .map(split -> new ListedObject(names.of(split), form(split)))
                        .collect(toImmutableList()),
                splits.complete());
    }

    /** Returns what decides into how many ranges an object can be cut. */
    private static ListedObject.Form form(HiveSplit split) {
        return switch (HiveFormat.cutting(split)) {
            case ANYWHERE ->
                HiveFormat.of(split.getSchema()) == HiveFormat.COLUMNAR
                        ? ListedObject.Form.ROW_GROUPS
                        : ListedObject.Form.CUT_ANYWHERE;
            case BETWEEN_ENDS -> ListedObject.Form.LINES_BETWEEN_ENDS;
            case AT_MEMBERS -> ListedObject.Form.GZIP;
            case NOWHERE ->
                CompressionKind.forFile(split.getPath()).isPresent()
                        ? ListedObject.Form.COMPRESSED_TEXT
                        : ListedObject.Form.NEVER_CUT;
        };
    }
}
