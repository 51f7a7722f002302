// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;

/**
 * Describes one index, as {@code "table$indexes"} does.
 *
 * @param name its type and its columns, such as {@code bbox(lat,lng)}
 * @param type its type, such as {@code bbox}
 * @param requested whether a user requested it; otherwise the connector chose it
 * @param objectsIndexed how many objects the index describes in their present version
 * @param objectsTotal how many objects the table has
 * @param objectsStale how many have changed since they were summarised
 * @param bytesIndexed the bytes of the indexed objects
 * @param bytesTotal the bytes of all objects
 * @param ranges how many ranges the indexed objects have
 * @param indexBytes the bytes that all indexes of the table take in their store
 * @param nextBuild what the next build does with it: {@code keep}, {@code add} or {@code drop}
 * @param published when the snapshot in use was published; empty if there is none
 * @param problem why the newest snapshot cannot be read; empty if no problem is known
 */
public record IndexStatus(
        String name,
        String type,
        boolean requested,
        long objectsIndexed,
        long objectsTotal,
        long objectsStale,
        long bytesIndexed,
        long bytesTotal,
        long ranges,
        long indexBytes,
        String nextBuild,
        Optional<Instant> published,
        Optional<String> problem) {
    /** Returns the columns of the index, separated by commas, as its name has them: {@code lat,lng} of {@code bbox(lat,lng)}. */
    public String columns() {
        String prefix = type + "(";
        return name.startsWith(prefix) && name.endsWith(")")
                ? name.substring(prefix.length(), name.length() - 1)
                : name;
    }

    static IndexStatus read(ResultSet row) throws SQLException {
        return new IndexStatus(
                row.getString("index_name"),
                row.getString("index_type"),
                row.getBoolean("requested"),
                row.getLong("objects_indexed"),
                row.getLong("objects_total"),
                row.getLong("objects_stale"),
                row.getLong("bytes_indexed"),
                row.getLong("bytes_total"),
                row.getLong("ranges"),
                row.getLong("index_bytes"),
                row.getString("next_build"),
                Optional.ofNullable(row.getTimestamp("published")).map(Timestamp::toInstant),
                Optional.ofNullable(row.getString("problem")).filter(problem -> !problem.isEmpty()));
    }
}
