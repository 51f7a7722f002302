// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import java.util.Optional;
import java.util.function.Function;

/** Gives table functions the credentials of their table. */
public final class IcebergCredentials {
    private IcebergCredentials() {}

    /**
     * Returns metadata that also answers for the credentials of this plugin's table functions. In this release, splits
     * carry the credentials.
     *
     * @param tables returns the table that a function of this plugin reads; empty for other functions
     */
    public static ConnectorMetadata ofFunctions(
            ConnectorMetadata iceberg,
            ClassLoader classLoader,
            Function<ConnectorTableFunctionHandle, Optional<ConnectorTableHandle>> tables) {
        return iceberg;
    }
}
