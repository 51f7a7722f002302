// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.predicate.Predicate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reports a scan to event listeners: what the Hive connector reports, and the query's conditions on columns. The server
 * also writes it as JSON into its query information, so it must be small.
 *
 * @param partitionIds as Hive reports them
 * @param partitioned as Hive reports it
 * @param tableDefaultFileFormat as Hive reports it
 * @param conditions by the names of the index's columns
 */
public record ScanInfo(
        List<String> partitionIds,
        boolean partitioned,
        Optional<String> tableDefaultFileFormat,
        Map<String, ColumnCondition> conditions) {
    public ScanInfo {
        partitionIds = ImmutableList.copyOf(partitionIds);
        requireNonNull(tableDefaultFileFormat, "tableDefaultFileFormat is null");
        conditions = Collections.unmodifiableMap(new TreeMap<>(conditions));
    }

    /** Derives the conditions on single columns from the constraint of a scan. */
    public ScanInfo(
            List<String> partitionIds, boolean partitioned, Optional<String> tableDefaultFileFormat, Predicate demand) {
        this(partitionIds, partitioned, tableDefaultFileFormat, Conditions.of(demand));
    }
}
