// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.airlift.units.Duration;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.layout.LayoutPartitioningHandle;
import io.skipping.trino.hive.config.HiveScanProperties;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.metastore.Table;
import io.trino.plugin.hive.HiveInsertTableHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.util.AcidTables;
import io.trino.spi.connector.ConnectorInsertTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableLayout;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/**
 * Finds the layout that an INSERT follows. If there is no layout, or it cannot be used, the INSERT writes as the stock
 * connector does: that slows down queries, whereas a failed INSERT loses data.
 */
public class InsertLayouts {
    private static final Logger log = Logger.get(InsertLayouts.class);

    private final HiveTables tables;
    private final TableLayouts layouts;
    private final SkippingExecutor executor;
    private final Duration timeout;

    @Inject
    public InsertLayouts(HiveTables tables, TableLayouts layouts, SkippingExecutor executor, SkippingConfig config) {
        this.tables = requireNonNull(tables, "tables is null");
        this.layouts = requireNonNull(layouts, "layouts is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.timeout = config.getLookupTimeout();
    }

    public Source in(ConnectorTransactionHandle transaction) {
        return new Source(transaction);
    }

    /** Returns whether INSERT into such a table can follow a layout. */
    public static boolean mayHaveLayout(Table table) {
        return table.getStorage().getBucketProperty().isEmpty()
                && !AcidTables.isTransactionalTable(table.getParameters());
    }

    /** Holds the layouts that the INSERTs of one transaction follow. Thread-safe. */
    public final class Source {
        private final ConnectorTransactionHandle transaction;

        // the planner asks before the writing begins, and both must get the same answer
        private final Map<TableOfQuery, Optional<TableLayout>> found = new ConcurrentHashMap<>();

        private record TableOfQuery(String query, SchemaTableName table) {}

        private Source(ConnectorTransactionHandle transaction) {
            this.transaction = requireNonNull(transaction, "transaction is null");
        }

        /** Returns how rows are distributed to writers; empty if the INSERT follows no layout. */
        public Optional<ConnectorTableLayout> tableLayout(ConnectorSession session, ConnectorTableHandle table) {
            return find(session, (HiveTableHandle) table)
                    .map(layout -> new ConnectorTableLayout(
                            new LayoutPartitioningHandle(layout.model()),
                            layout.read().columns().stream()
                                    .map(column -> column.name())
                                    .toList(),
                            false));
        }

        /** Returns Hive's handle, with the layout added if the INSERT follows one. */
        public ConnectorInsertTableHandle attach(
                ConnectorSession session, ConnectorTableHandle table, ConnectorInsertTableHandle hive) {
            return find(session, (HiveTableHandle) table)
                    .<ConnectorInsertTableHandle>map(
                            layout -> LayoutInsertHandle.of((HiveInsertTableHandle) hive, layout))
                    .orElse(hive);
        }

        /** Forgets the layouts found for a query. */
        public void forget(String query) {
            found.keySet().removeIf(key -> key.query().equals(query));
        }

        private Optional<TableLayout> find(ConnectorSession session, HiveTableHandle handle) {
            if (!HiveScanProperties.isWriteLayoutEnabled(session)) {
                return Optional.empty();
            }
            return found.computeIfAbsent(
                    new TableOfQuery(session.getQueryId(), handle.getSchemaTableName()),
                    _ -> read(session, handle, tables.table(transaction, session, handle.getSchemaTableName())));
        }
    }

    private Optional<TableLayout> read(ConnectorSession session, HiveTableHandle handle, Table table) {
        if (!mayHaveLayout(table)) {
            return Optional.empty();
        }
        try {
            Optional<TableLayout> layout = CompletableFuture.supplyAsync(() -> read(session, table), executor)
                    .orTimeout(timeout.toMillis(), MILLISECONDS)
                    .join();
            layout.ifPresent(found -> found.check(handle));
            return layout;
        } catch (CompletionException e) {
            warn(session, table, e.getCause());
        } catch (RuntimeException e) {
            warn(session, table, e);
        }
        return Optional.empty();
    }

    private Optional<TableLayout> read(ConnectorSession session, Table table) {
        try {
            return layouts.read(HiveTables.indexed(table), session.getIdentity());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void warn(ConnectorSession session, Table table, Throwable failure) {
        log.warn(
                "The layout of %s cannot be used; query %s writes without it: %s",
                table.getSchemaTableName(),
                session.getQueryId(),
                failure instanceof TimeoutException
                        ? "no answer within skipping.lookup-timeout=" + timeout
                        : failure.getMessage());
    }
}
