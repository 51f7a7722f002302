// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import io.skipping.index.build.RangeSizes;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import java.util.Set;

/** Finds the tables that {@code system.summarize} is called for. */
public interface Summarizable {
    /**
     * Returns a call for a table.
     *
     * @throws io.trino.spi.connector.TableNotFoundException if there is no such table
     */
    Call call(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            SchemaTableName table,
            RangeSizes rangeSizes);

    /**
     * Holds a call.
     *
     * @param columns the names of the columns that it may read
     */
    record Call(ConnectorTableFunctionHandle handle, Set<String> columns) {}
}
