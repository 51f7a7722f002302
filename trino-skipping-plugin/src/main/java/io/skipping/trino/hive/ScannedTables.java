// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.SchemaTableName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * Tracks the tables that the queries of a transaction read, and whether their row counts are known. When the engine
 * compares the two sides of a join and knows the size of only one, it takes that side for the smaller one, up to some
 * size, and hashes and broadcasts it. Therefore either all tables of a query are estimated from indexes, or none is.
 */
final class ScannedTables {
    private final Map<String, Map<SchemaTableName, Scanned>> queries = new ConcurrentHashMap<>();

    /** @param table the planner's current handle, with the constraints applied so far */
    private record Scanned(HiveTableHandle table, AtomicReference<Boolean> sized) {
        Scanned(HiveTableHandle table) {
            this(table, new AtomicReference<>());
        }

        boolean isSized(Predicate<HiveTableHandle> test) {
            if (sized.get() == null) {
                sized.set(test.test(table));
            }
            return sized.get();
        }
    }

    /** Adds a table that a query reads, or replaces its handle after a new constraint was applied. */
    void add(ConnectorSession session, ConnectorTableHandle table) {
        if (table instanceof HiveTableHandle hive) {
            queries.computeIfAbsent(session.getQueryId(), _ -> new ConcurrentHashMap<>())
                    .compute(
                            hive.getSchemaTableName(),
                            (_, before) -> before != null && before.table().equals(hive) ? before : new Scanned(hive));
        }
    }

    /** Removes a table that a query writes to and, as far as is known, does not read. */
    void remove(ConnectorSession session, ConnectorTableHandle table) {
        if (table instanceof HiveTableHandle hive) {
            queries.computeIfPresent(session.getQueryId(), (_, tables) -> {
                tables.remove(hive.getSchemaTableName());
                return tables;
            });
        }
    }

    /**
     * Returns whether all other tables that the query reads pass a test.
     *
     * @param sized tests whether a table's row count is known
     */
    boolean areOthersSized(ConnectorSession session, SchemaTableName table, Predicate<HiveTableHandle> sized) {
        return queries.getOrDefault(session.getQueryId(), Map.of()).entrySet().stream()
                .filter(other -> !other.getKey().equals(table))
                .allMatch(other -> other.getValue().isSized(sized));
    }

    void forget(String query) {
        queries.remove(query);
    }
}
