// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static io.trino.plugin.hive.HiveErrorCode.HIVE_FILE_NOT_FOUND;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.listed.ObjectTags;
import io.skipping.trino.core.release.StockSplits;
import io.skipping.trino.hive.config.HiveScanProperties;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.metastore.Table;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveSplitManager;
import io.trino.plugin.hive.HiveTransactionManager;
import io.trino.plugin.hive.fs.HiveFileIterator;
import io.trino.plugin.hive.fs.HiveFileIterator.NestedDirectoryPolicy;
import io.trino.plugin.hive.fs.TrinoFileStatus;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;
import java.util.List;

/**
 * Creates Hive's split sources over the objects that a session wants listed. Everything that lists a table for a query
 * uses this class.
 */
public class CommittedSplits {
    private final HiveTransactionManager transactions;
    private final HiveSplitManager hive;
    private final NestedDirectoryPolicy nested;

    @Inject
    public CommittedSplits(HiveTransactionManager transactions, HiveSplitManager hive, HiveConfig config) {
        this.transactions = requireNonNull(transactions, "transactions is null");
        this.hive = requireNonNull(hive, "hive is null");
        // as Hive's own listing of a folder
        this.nested =
                config.getRecursiveDirWalkerEnabled() ? NestedDirectoryPolicy.RECURSE : NestedDirectoryPolicy.IGNORED;
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

    /**
     * Lists the files of a folder that a scan would read if the table or one of its partitions were there.
     *
     * @param table its location is the folder of its manifests
     */
    public List<TrinoFileStatus> files(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            TrinoFileSystem fileSystem,
            Table table,
            Location folder) {
        CommittedLister lister = lister(transaction, session);
        lister.setCommittedOnly(HiveScanProperties.isCommittedOnly(session));
        lister.invalidate(folder, table.getSchemaTableName());
        try {
            return ImmutableList.copyOf(new HiveFileIterator(table, folder, fileSystem, lister, nested));
        } catch (TrinoException e) {
            if (e.getErrorCode().equals(HIVE_FILE_NOT_FOUND.toErrorCode())) {
                return ImmutableList.of();
            }
            throw e;
        }
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
