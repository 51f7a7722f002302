// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Describes a column as SHOW COLUMNS does.
 *
 * @param type the SQL type
 * @param isPartitionKey whether the table is partitioned by it
 */
record TableColumn(String name, String type, boolean isPartitionKey) {
    /** The finest precision that the connector reads and writes timestamps at. */
    static final String FINEST = "NANOSECONDS";

    private static final Pattern TIMESTAMP = Pattern.compile("\\btimestamp\\(");

    boolean isText() {
        return type.startsWith("varchar") || type.startsWith("char");
    }

    private boolean hasTimestamps() {
        return TIMESTAMP.matcher(type).find();
    }

    /**
     * Returns the timestamp precision at which a rewrite loses nothing. By default, Trino's Hive connector rounds
     * timestamps to milliseconds when it reads them. It reads partition keys at that precision only. Empty if there are
     * no timestamps: not every user may set the precision.
     *
     * @throws IllegalArgumentException if no precision serves all columns; the message is meant for the user
     */
    static Optional<String> precision(List<TableColumn> columns) {
        if (columns.stream().noneMatch(TableColumn::hasTimestamps)) {
            return Optional.empty();
        }
        boolean isKey = columns.stream().anyMatch(column -> column.isPartitionKey() && column.hasTimestamps());
        if (!isKey) {
            return Optional.of(FINEST);
        }
        columns.stream()
                .filter(column -> !column.isPartitionKey() && column.hasTimestamps())
                .findFirst()
                .ifPresent(column -> {
                    throw new IllegalArgumentException(
                            "The table is partitioned by a timestamp, so Trino reads all its timestamps in milliseconds only, and a rewrite could round those of column %s. Copy it by CREATE TABLE AS into a table that is partitioned by a date or a text"
                                    .formatted(column.name()));
                });
        return Optional.of("MILLISECONDS");
    }
}
