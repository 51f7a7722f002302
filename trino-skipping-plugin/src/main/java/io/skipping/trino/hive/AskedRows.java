// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.path.ColumnPredicates;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Says what scans of Hive's tables are asked for. */
final class AskedRows {
    private AskedRows() {}

    /** Returns what the rows of a scan satisfy, partition columns included; empty if the scan must read everything. */
    static Optional<Predicate> of(ConnectorTableHandle table) {
        if (!(table instanceof HiveTableHandle scan) || !SkippingTableHandle.mayPrune(scan)) {
            return Optional.empty();
        }
        ScanDemand demand = SkippingTableHandle.demandOf(scan);
        return Optional.of(Predicate.and(List.of(
                ColumnPredicates.of(demand.domain(), demand.expressions(), Set.of(), HiveColumns.HANDLES),
                ofPartitions(scan.getEnforcedConstraint()))));
    }

    /** Returns the predicate on partition columns, which Hive enforces. */
    private static Predicate ofPartitions(TupleDomain<ColumnHandle> enforced) {
        return Predicate.and(enforced.getDomains().orElse(Map.of()).entrySet().stream()
                .filter(entry -> entry.getKey() instanceof HiveColumnHandle column && column.isPartitionKey())
                .map(entry ->
                        TrinoKeys.predicate(HiveColumns.indexed((HiveColumnHandle) entry.getKey()), entry.getValue()))
                .collect(toImmutableList()));
    }
}
