// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import io.skipping.trino.core.SideBySide;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.SchemaTableName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * Tracks the tables that the queries of a transaction read, and decides for each query whether the optimiser gets
 * estimates from indexes. When the engine compares the two sides of a join and knows the size of only one, it takes that
 * side for the smaller one, up to some size, and hashes and broadcasts it. Therefore either all tables of a query are
 * estimated, or none is.
 *
 * <p>The engine remembers what it was told about a handle. So a query's decision is made once, when the engine first asks
 * for statistics, whatever it asks for first.
 */
final class ScannedTables {
    private final Map<String, Scans> queries = new ConcurrentHashMap<>();
    private final Executor executor;

    /**
     * Creates what tracks the tables of a transaction.
     *
     * @param executor lists tables side by side
     */
    ScannedTables(Executor executor) {
        this.executor = requireNonNull(executor, "executor is null");
    }

    /** Holds the scans of one query. All access is synchronized on it. */
    private static final class Scans {
        private final Map<SchemaTableName, ScansOfTable> tables = new HashMap<>();
        private boolean othersRead;
        private Optional<Boolean> estimated = Optional.empty();
    }

    /** Holds the planner's current handles of one table: one for each constraint that some scan of it has. */
    private static final class ScansOfTable {
        /** How many times the query's text names the table, as far as is known. */
        private int references;

        /** by the same handle without columns, which the planner changes without another constraint */
        private final Map<HiveTableHandle, HiveTableHandle> handles = new LinkedHashMap<>();

        void add(HiveTableHandle handle) {
            handles.put(key(handle), handle);
        }

        void replace(HiveTableHandle before, HiveTableHandle after) {
            // another scan of the table may have this handle still; if so, the engine asks for statistics of it
            handles.remove(key(before));
            add(after);
        }

        private static HiveTableHandle key(HiveTableHandle handle) {
            return handle.withProjectedColumns(Set.of());
        }
    }

    /** Adds a table that a query names. */
    void add(ConnectorSession session, ConnectorTableHandle table) {
        if (table instanceof HiveTableHandle hive) {
            Scans scans = scans(session);
            synchronized (scans) {
                ScansOfTable scansOfTable = scansOf(scans, hive);
                scansOfTable.references++;
                scansOfTable.add(hive);
            }
        }
    }

    /** Replaces a handle to which a constraint was applied. */
    void replace(ConnectorSession session, ConnectorTableHandle before, ConnectorTableHandle after) {
        if (before instanceof HiveTableHandle hiveBefore && after instanceof HiveTableHandle hiveAfter) {
            Scans scans = scans(session);
            synchronized (scans) {
                scansOf(scans, hiveAfter).replace(hiveBefore, hiveAfter);
            }
        }
    }

    /** Removes a table that a query writes to, unless it reads it, too. */
    void removeTarget(ConnectorSession session, ConnectorTableHandle table) {
        if (table instanceof HiveTableHandle hive) {
            Scans scans = scans(session);
            synchronized (scans) {
                if (scansOf(scans, hive).references < 2) {
                    scans.tables.remove(hive.getSchemaTableName());
                }
            }
        }
    }

    /** Records that a query reads something that has no statistics, such as a system table. */
    void addUnknown(ConnectorSession session) {
        Scans scans = scans(session);
        synchronized (scans) {
            scans.othersRead = true;
        }
    }

    /**
     * Returns whether the tables of a query are estimated from indexes: this is so if all scans of this catalog pass a
     * test. The answer is the same for all scans of a query.
     *
     * @param asked the scan whose statistics the engine asks for
     * @param indexed tests, at little cost, whether the row count of a scan may be known
     * @param sized tests whether it is known; lists the table, so no table is listed if another one has no index. Called for all
     *     scans at the same time
     */
    boolean areEstimated(
            ConnectorSession session,
            HiveTableHandle asked,
            Predicate<HiveTableHandle> indexed,
            Predicate<HiveTableHandle> sized) {
        Scans scans = scans(session);
        synchronized (scans) {
            if (scans.estimated.isEmpty()) {
                Set<HiveTableHandle> handles = handles(scans, asked);
                scans.estimated = Optional.of(!scans.othersRead
                        && handles.stream().allMatch(indexed)
                        && SideBySide.allMatch(handles, sized, executor));
            }
            return scans.estimated.get();
        }
    }

    private static Set<HiveTableHandle> handles(Scans scans, HiveTableHandle asked) {
        ImmutableSet.Builder<HiveTableHandle> handles =
                ImmutableSet.<HiveTableHandle>builder().add(asked);
        scans.tables.values().forEach(table -> handles.addAll(table.handles.values()));
        return handles.build();
    }

    private Scans scans(ConnectorSession session) {
        return queries.computeIfAbsent(session.getQueryId(), _ -> new Scans());
    }

    private static ScansOfTable scansOf(Scans scans, HiveTableHandle table) {
        return scans.tables.computeIfAbsent(table.getSchemaTableName(), _ -> new ScansOfTable());
    }

    void forget(String query) {
        queries.remove(query);
    }
}
