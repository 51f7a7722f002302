// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static io.skipping.trino.core.SkippingErrorCode.SKIPPING_INDEX_ERROR;
import static io.trino.spi.StandardErrorCode.INVALID_SESSION_PROPERTY;
import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.airlift.units.Duration;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.layout.LayoutPartitioningHandle;
import io.skipping.trino.core.layout.RewriteName;
import io.skipping.trino.hive.config.HiveScanProperties;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.metastore.Table;
import io.trino.plugin.hive.HiveInsertTableHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.plugin.hive.util.AcidTables;
import io.trino.spi.ErrorCodeSupplier;
import io.trino.spi.TrinoException;
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
 * connector does: that slows down queries, whereas a failed INSERT loses data. An INSERT into the staging table of a
 * rewrite fails instead. It loses nothing, and a rewrite without its layout would lose the order that the table has.
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
            SchemaTableName name = handle.getSchemaTableName();
            if (!HiveScanProperties.isWriteLayoutEnabled(session)) {
                Table table = tables.table(transaction, session, name);
                if (isStaging(table)) {
                    throw refusal(INVALID_SESSION_PROPERTY, table, "write_layout_enabled is false in this session");
                }
                return Optional.empty();
            }
            return found.computeIfAbsent(
                    new TableOfQuery(session.getQueryId(), name),
                    _ -> read(session, handle, tables.table(transaction, session, name)));
        }
    }

    private Optional<TableLayout> read(ConnectorSession session, HiveTableHandle handle, Table table) {
        if (!mayHaveLayout(table)) {
            return Optional.empty();
        }
        Optional<TableLayout> layout;
        try {
            layout = CompletableFuture.supplyAsync(() -> read(session, table), executor)
                    .orTimeout(timeout.toMillis(), MILLISECONDS)
                    .join();
            layout.ifPresent(found -> found.check(handle));
        } catch (CompletionException e) {
            return withoutLayout(session, table, e.getCause());
        } catch (RuntimeException e) {
            return withoutLayout(session, table, e);
        }
        if (layout.isEmpty() && isStaging(table)) {
            throw refusal(SKIPPING_INDEX_ERROR, table, "there is no such file");
        }
        return layout;
    }

    private Optional<TableLayout> read(ConnectorSession session, Table table) {
        try {
            return layouts.read(HiveTables.indexed(table), session.getIdentity());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<TableLayout> withoutLayout(ConnectorSession session, Table table, Throwable failure) {
        String reason = failure instanceof TimeoutException
                ? "no answer within skipping.lookup-timeout=" + timeout
                : failure.getMessage();
        if (isStaging(table)) {
            throw refusal(SKIPPING_INDEX_ERROR, table, reason);
        }
        log.warn(
                "The layout of %s cannot be used; query %s writes without it: %s",
                table.getSchemaTableName(), session.getQueryId(), reason);
        return Optional.empty();
    }

    /** Without the table property, the other steps refuse the table, so no rewrite depends on its layout. */
    private static boolean isStaging(Table table) {
        return RewriteName.isStaging(table.getSchemaTableName(), table.getParameters());
    }

    private TrinoException refusal(ErrorCodeSupplier code, Table table, String reason) {
        return new TrinoException(
                code,
                "%s is written only by its layout, and %s cannot be used: %s. Remove the cause, and run the rewrite again"
                        .formatted(table.getSchemaTableName(), layouts.file(HiveTables.indexed(table)), reason));
    }
}
