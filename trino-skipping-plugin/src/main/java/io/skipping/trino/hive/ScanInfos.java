// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.path.ColumnPredicates;
import io.skipping.trino.core.querylog.ScanInfo;
import io.skipping.trino.core.scan.ScanDemand;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveInputInfo;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds the description of a scan that event listeners receive. */
final class ScanInfos {
    private ScanInfos() {}

    /**
     * Describes a scan to event listeners.
     *
     * @param ofHive the description from Hive's connector
     * @return {@code ofHive} alone if the scan reads nothing, or must read everything whatever its constraint
     */
    static Object of(Object ofHive, ConnectorTableHandle table) {
        if (!(ofHive instanceof HiveInputInfo hive)
                || !(table instanceof HiveTableHandle scan)
                || !SkippingTableHandle.mayPrune(scan)
                || SkippingTableHandle.answerOf(scan).isPresent()) {
            return ofHive;
        }
        ScanDemand demand = SkippingTableHandle.demandOf(scan);
        return new ScanInfo(
                hive.partitionIds(),
                hive.partitioned(),
                hive.tableDefaultFileFormat(),
                Predicate.and(List.of(
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
