// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorTableCredentials;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import io.trino.spi.function.table.TableFunctionProcessorProvider;
import io.trino.spi.function.table.TableFunctionSplitProcessor;
import java.util.Optional;

/** Processes the splits of a table function. */
public interface SplitProcessors extends TableFunctionProcessorProvider {
    TableFunctionSplitProcessor open(
            ConnectorSession session,
            ConnectorTableFunctionHandle function,
            TableCredentials credentials,
            ConnectorSplit split);

    @Override
    default TableFunctionSplitProcessor getSplitProcessor(
            ConnectorSession session,
            ConnectorTableFunctionHandle function,
            Optional<ConnectorTableCredentials> credentials,
            ConnectorSplit split) {
        return open(session, function, new TableCredentials(credentials), split);
    }
}
