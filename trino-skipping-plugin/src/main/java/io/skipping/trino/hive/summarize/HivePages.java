// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import io.skipping.index.ByteRange;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.skipping.trino.hive.read.HiveReads;
import io.skipping.trino.hive.read.RangeReader;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import java.util.List;

/** Reads objects through Hive's own readers, outside a query's scan. */
final class HivePages {
    private HivePages() {}

    static ConnectorPageSource open(
            HivePageSourceProvider hive,
            ConnectorSession session,
            HiveTableHandle table,
            HiveSplit object,
            ByteRange range,
            List<HiveColumnHandle> columns) {
        SkippingSplit split = SkippingSplit.piece(object, range);
        RangeReader.checkStockReads(split);
        return HiveReads.outsideScans(session, table).open(hive, split, columns);
    }
}
