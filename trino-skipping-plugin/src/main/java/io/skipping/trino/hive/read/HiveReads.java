// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import io.skipping.trino.core.release.SplitRead;
import io.skipping.trino.core.release.TableCredentials;
import io.trino.plugin.hive.HiveTransactionHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;

/** Reads of Hive's tables. */
public final class HiveReads {
    private HiveReads() {}

    /** Reads outside a query's scan: readers require a transaction, but do not use it. */
    public static SplitRead outsideScans(ConnectorSession session, ConnectorTableHandle table) {
        return SplitRead.outsideScans(new HiveTransactionHandle(true), session, table, TableCredentials.NONE);
    }
}
