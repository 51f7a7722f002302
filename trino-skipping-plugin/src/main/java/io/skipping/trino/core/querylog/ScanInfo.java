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
 * What event listeners are told of a scan: what Hive's connector tells, and what the query asks of columns. The server writes it as
 * JSON, too, among what it knows of a query; so it is small.
 *
 * @param partitionIds as Hive tells them
 * @param partitioned as Hive tells it
 * @param tableDefaultFileFormat as Hive tells it
 * @param conditions by the columns' names, as the index has them
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

    /** Of what a scan demands of rows, as far as it can be said of single columns. */
    public ScanInfo(
            List<String> partitionIds, boolean partitioned, Optional<String> tableDefaultFileFormat, Predicate demand) {
        this(partitionIds, partitioned, tableDefaultFileFormat, Conditions.of(demand));
    }
}
