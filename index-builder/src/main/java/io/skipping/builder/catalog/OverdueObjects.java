// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;

/**
 * Describes the objects that should be in the index of their table by now, and are not.
 *
 * @param objects how many there are
 * @param oldest the path of the one that has waited longest
 * @param modified when the oldest one was modified
 * @param reason why the summaries of the oldest one do not count; empty if it has none
 * @param undated how many objects are in no index and have no time, as data files of Iceberg have none
 * @param withoutTime the path of an object in no index that has no time; null if all have one
 * @param future how many objects are in no index and have a time that has not come yet
 * @param latest the path of the object in no index with the latest time
 */
public record OverdueObjects(
        long objects,
        String oldest,
        Instant modified,
        Optional<String> reason,
        long undated,
        String withoutTime,
        long future,
        String latest) {
    static OverdueObjects read(ResultSet row) throws SQLException {
        Timestamp modified = row.getTimestamp("modified");
        return new OverdueObjects(
                row.getLong("objects"),
                row.getString("object"),
                modified == null ? Instant.EPOCH : modified.toInstant(),
                Optional.ofNullable(row.getString("reason")),
                row.getLong("undated"),
                row.getString("without_time"),
                row.getLong("future"),
                row.getString("latest"));
    }
}
