// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.rights;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.inject.Inject;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.release.WatchedAccessControl;
import io.trino.spi.connector.ColumnSchema;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSecurityContext;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.security.ViewExpression;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Tracks the tables and columns in which the user of a query may see all values, because estimates reveal bounds and
 * counts. The engine does not pass this on to a connector. But while it analyses a query, it asks the catalog's access
 * control about each table, as the user or as the owner of a view. It asks about columns only after its own access
 * control has allowed them. So this class remembers what was asked and allowed, and treats everything else as hidden.
 * It does not see row filters and column masks that only the engine's own access control has. Thread-safe.
 */
public class SelectRights {
    /** Bounds the number of queries that are remembered. For a query that was forgotten, nothing is shown. */
    private static final int MOST_QUERIES = 10_000;

    private final boolean columnsShown;
    private final Cache<String, Map<Scope, Rights>> queries =
            CacheBuilder.newBuilder().maximumSize(MOST_QUERIES).build();

    private record Scope(String user, SchemaTableName table) {}

    /** Holds what the access control told the engine. Its sets only grow. */
    private static final class Rights {
        private final Set<String> selected = ConcurrentHashMap.newKeySet();
        private final Set<String> unmasked = ConcurrentHashMap.newKeySet();
        private volatile boolean selectable;
        private volatile boolean unfiltered;
    }

    @Inject
    public SelectRights(SkippingConfig config) {
        this.columnsShown = config.isColumnStatisticsEnabled();
    }

    /** Returns an access control that answers like the given one, and remembers its answers. */
    public ConnectorAccessControl watch(ConnectorAccessControl accessControl) {
        return new WatchedAccessControl(accessControl) {
            @Override
            protected void allowed(ConnectorSecurityContext context, SchemaTableName table, Set<String> columns) {
                Rights rights = rights(context, table);
                rights.selected.addAll(columns);
                rights.selectable = true;
            }

            @Override
            public List<ViewExpression> getRowFilters(ConnectorSecurityContext context, SchemaTableName table) {
                List<ViewExpression> filters = accessControl.getRowFilters(context, table);
                rights(context, table).unfiltered = filters.isEmpty();
                return filters;
            }

            @Override
            public Map<ColumnSchema, ViewExpression> getColumnMasks(
                    ConnectorSecurityContext context, SchemaTableName table, List<ColumnSchema> columns) {
                Map<ColumnSchema, ViewExpression> masks = accessControl.getColumnMasks(context, table, columns);
                rights(context, table)
                        .unmasked
                        .addAll(columns.stream()
                                .filter(column -> !masks.containsKey(column))
                                .map(ColumnSchema::getName)
                                .collect(toImmutableSet()));
                return masks;
            }
        };
    }

    private Rights rights(ConnectorSecurityContext context, SchemaTableName table) {
        return queries.asMap()
                .computeIfAbsent(context.getQueryId().toString(), _ -> new ConcurrentHashMap<>())
                .computeIfAbsent(new Scope(context.getIdentity().getUser(), table), _ -> new Rights());
    }

    private Optional<Rights> find(ConnectorSession session, SchemaTableName table) {
        return Optional.ofNullable(queries.getIfPresent(session.getQueryId()))
                .map(rights -> rights.get(new Scope(session.getUser(), table)));
    }

    /** Returns whether the user may see every row of a table. */
    public boolean mayCountRows(ConnectorSession session, SchemaTableName table) {
        return find(session, table)
                .filter(rights -> rights.selectable && rights.unfiltered)
                .isPresent();
    }

    /**
     * Returns whether the engine has asked the catalog's access control about a table, as the user or as the owner of a view. It
     * asks about no table of a catalog that leaves access to the engine, as with {@code hive.security=system}.
     */
    public boolean isAsked(ConnectorSession session, SchemaTableName table) {
        return Optional.ofNullable(queries.getIfPresent(session.getQueryId()))
                .filter(rights ->
                        rights.keySet().stream().anyMatch(scope -> scope.table().equals(table)))
                .isPresent();
    }

    /**
     * Returns a predicate that accepts the names of the columns that the user may see, as they are, in every row of a table.
     * It accepts those only that the query uses.
     */
    public Predicate<String> seenColumns(ConnectorSession session, SchemaTableName table) {
        Optional<Rights> rights = mayCountRows(session, table) ? find(session, table) : Optional.empty();
        return column -> rights.filter(known -> known.selected.contains(column) && known.unmasked.contains(column))
                .isPresent();
    }

    /** Returns the same as {@link #seenColumns}, or nothing if estimates of this catalog must not show anything about its columns. */
    public Predicate<String> visibleColumns(ConnectorSession session, SchemaTableName table) {
        return columnsShown ? seenColumns(session, table) : _ -> false;
    }

    /** Forgets a query. */
    public void forget(String query) {
        queries.invalidate(query);
    }
}
