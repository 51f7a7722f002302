// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.listed.ObjectTags;
import io.skipping.trino.core.release.StockSplits;
import io.skipping.trino.hive.config.HiveScanProperties;
import io.trino.plugin.hive.HiveSplitManager;
import io.trino.plugin.hive.HiveTransactionManager;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;

/**
 * Creates Hive's split sources over the objects that a session wants listed. Everything that lists a table for a query
 * uses this class.
 */
public class CommittedSplits {
    private final HiveTransactionManager transactions;
    private final HiveSplitManager hive;

    @Inject
    public CommittedSplits(HiveTransactionManager transactions, HiveSplitManager hive) {
        this.transactions = requireNonNull(transactions, "transactions is null");
        this.hive = requireNonNull(hive, "hive is null");
    }

    /** Lists the splits of a table, without those that the dynamic filter excludes by what Hive knows of partitions. */
    public SplitBatches list(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorTableHandle table,
            DynamicFilter dynamicFilter,
            Constraint constraint) {
        // Hive does not pass the session to its lister
        lister(transaction, session).setCommittedOnly(HiveScanProperties.isCommittedOnly(session));
        return StockSplits.list(hive, transaction, session, table, dynamicFilter, constraint);
    }

    /** Returns the content tags that stores gave for the objects listed in a transaction. */
    public ObjectTags tags(ConnectorTransactionHandle transaction, ConnectorSession session) {
        return lister(transaction, session).tags();
    }

    /** Returns the lister of a transaction, which {@link CommittedListers} has created. */
    private CommittedLister lister(ConnectorTransactionHandle transaction, ConnectorSession session) {
        return (CommittedLister)
                transactions.get(transaction, session.getIdentity()).getDirectoryLister();
    }
}
