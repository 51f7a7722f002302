// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.release;

import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.release.SplitSources;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveSplitManager;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;
import java.util.Optional;

/** Asks Hive for splits. */
public final class HiveSplits {
    private HiveSplits() {}

    public static SplitBatches list(
            HiveSplitManager hive,
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorTableHandle table,
            DynamicFilter dynamicFilter,
            Constraint constraint) {
        return SplitSources.batches(
                hive.getSplits(transaction, session, table, dynamicFilter.getColumnsCovered(), constraint),
                dynamicFilter);
    }

    /** Returns the key by which the scheduler sends splits with the same content to the same worker. */
    public static Optional<String> affinityKey(HiveSplit split) {
        return split.getAffinityKey();
    }
}
