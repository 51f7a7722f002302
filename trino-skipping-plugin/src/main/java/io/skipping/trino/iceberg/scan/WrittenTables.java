// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.scan;

import com.google.common.cache.CacheBuilder;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Remembers the tables whose rows a query deletes, updates, merges or rewrites, so that their scans do not lose what the
 * statement must see.
 */
public class WrittenTables {
    /** Says what a statement makes of the rows of a table that it scans. */
    public enum Change {
        /** Writes to what rows the scan returns, and leaves all others as they are, as DELETE, UPDATE and MERGE do. */
        ROWS,
        /** Replaces whole files by what the scan returns, as procedures do: rows that the scan leaves out would be lost. */
        FILES
    }

    // a cancelled query may be planned on after it was forgotten; a scan may begin hours after it was planned
    private final ConcurrentMap<String, Map<SchemaTableName, Change>> ofQueries = CacheBuilder.newBuilder()
            .expireAfterAccess(Duration.ofDays(7))
            .<String, Map<SchemaTableName, Change>>build()
            .asMap();

    public void add(ConnectorSession session, SchemaTableName table, Change change) {
        ofQueries
                .computeIfAbsent(session.getQueryId(), _ -> new ConcurrentHashMap<>())
                .merge(table, change, (before, more) -> before == Change.FILES ? before : more);
    }

    /** Returns whether a query changes a table in any way. Its scans return all rows that the engine does not filter. */
    public boolean contains(ConnectorSession session, SchemaTableName table) {
        return change(session, table).isPresent();
    }

    /** Returns whether a query replaces files of a table. Its scans are left to Iceberg. */
    public boolean isRewritten(ConnectorSession session, SchemaTableName table) {
        return change(session, table).equals(Optional.of(Change.FILES));
    }

    private Optional<Change> change(ConnectorSession session, SchemaTableName table) {
        return Optional.ofNullable(ofQueries.get(session.getQueryId())).map(ofQuery -> ofQuery.get(table));
    }

    public void forget(String query) {
        ofQueries.remove(query);
    }
}
