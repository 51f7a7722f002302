// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import io.skipping.trino.core.engine.SplitBatches;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;

/** Asks stock connectors for splits. */
public final class StockSplits {
    private StockSplits() {}

    public static SplitBatches list(
            ConnectorSplitManager stock,
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorTableHandle table,
            DynamicFilter dynamicFilter,
            Constraint constraint) {
        return SplitSources.batches(
                stock.getSplits(transaction, session, table, dynamicFilter.getColumnsCovered(), constraint),
                dynamicFilter);
    }
}
