// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.scan;

import com.google.common.cache.CacheBuilder;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Remembers the tables whose rows a query deletes, updates, merges or rewrites. Their scans are left to Iceberg: a row
 * that such a scan skips could be lost.
 */
public class WrittenTables {
    // a cancelled query may be planned on after it was forgotten; a scan may begin hours after it was planned
    private final ConcurrentMap<String, Set<SchemaTableName>> ofQueries = CacheBuilder.newBuilder()
            .expireAfterAccess(Duration.ofDays(7))
            .<String, Set<SchemaTableName>>build()
            .asMap();

    public void add(ConnectorSession session, SchemaTableName table) {
        ofQueries
                .computeIfAbsent(session.getQueryId(), _ -> ConcurrentHashMap.newKeySet())
                .add(table);
    }

    public boolean contains(ConnectorSession session, SchemaTableName table) {
        Set<SchemaTableName> ofQuery = ofQueries.get(session.getQueryId());
        return ofQuery != null && ofQuery.contains(table);
    }

    public void forget(String query) {
        ofQueries.remove(query);
    }
}
