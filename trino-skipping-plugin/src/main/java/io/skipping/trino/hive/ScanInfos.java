// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import io.skipping.trino.querylog.ScanInfo;
import io.trino.plugin.hive.HiveInputInfo;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorTableHandle;
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
                HiveColumns.predicate(demand.domain(), demand.expressions(), Set.of()));
    }
}
