// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.predicate.Predicate;
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

/** What event listeners are told of scans. */
final class ScanInfos {
    private ScanInfos() {}

    /**
     * What is told of a scan.
     *
     * @param ofHive what Hive's connector tells of it
     * @return that alone of a scan that reads nothing, or everything whatever is asked for
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
                        HiveColumns.predicate(demand.domain(), demand.expressions(), Set.of()),
                        ofPartitions(scan.getEnforcedConstraint()))));
    }

    /** What is demanded of partition columns, which Hive sees to. */
    private static Predicate ofPartitions(TupleDomain<ColumnHandle> enforced) {
        return Predicate.and(enforced.getDomains().orElse(Map.of()).entrySet().stream()
                .filter(entry -> entry.getKey() instanceof HiveColumnHandle column && column.isPartitionKey())
                .map(entry ->
                        TrinoKeys.predicate(HiveColumns.indexed((HiveColumnHandle) entry.getKey()), entry.getValue()))
                .collect(toImmutableList()));
    }
}
