// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.release;

import io.trino.plugin.hive.HivePageSinkProvider;
import io.trino.spi.connector.ConnectorInsertTableHandle;
import io.trino.spi.connector.ConnectorMergeSink;
import io.trino.spi.connector.ConnectorMergeTableHandle;
import io.trino.spi.connector.ConnectorOutputTableHandle;
import io.trino.spi.connector.ConnectorPageSink;
import io.trino.spi.connector.ConnectorPageSinkId;
import io.trino.spi.connector.ConnectorPageSinkProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableCredentials;
import io.trino.spi.connector.ConnectorTableExecuteHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import java.util.Optional;

/** Creates Hive's page sinks, but for some INSERTs. */
public abstract class ReleasedPageSinkProvider implements ConnectorPageSinkProvider {
    private final HivePageSinkProvider hive;

    protected ReleasedPageSinkProvider(HivePageSinkProvider hive) {
        this.hive = hive;
    }

    /** Returns the page sink for an INSERT; empty if it is Hive's. */
    protected abstract Optional<ConnectorPageSink> open(ConnectorSession session, ConnectorInsertTableHandle table);

    @Override
    public final ConnectorPageSink createPageSink(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorOutputTableHandle table,
            Optional<ConnectorTableCredentials> credentials,
            ConnectorPageSinkId id) {
        return hive.createPageSink(transaction, session, table, credentials, id);
    }

    @Override
    public final ConnectorPageSink createPageSink(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorInsertTableHandle table,
            Optional<ConnectorTableCredentials> credentials,
            ConnectorPageSinkId id) {
        return open(session, table).orElseGet(() -> hive.createPageSink(transaction, session, table, credentials, id));
    }

    @Override
    public final ConnectorPageSink createPageSink(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorTableExecuteHandle execute,
            Optional<ConnectorTableCredentials> credentials,
            ConnectorPageSinkId id) {
        return hive.createPageSink(transaction, session, execute, credentials, id);
    }

    @Override
    public final ConnectorMergeSink createMergeSink(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorMergeTableHandle merge,
            Optional<ConnectorTableCredentials> credentials,
            ConnectorPageSinkId id) {
        return hive.createMergeSink(transaction, session, merge, credentials, id);
    }
}
