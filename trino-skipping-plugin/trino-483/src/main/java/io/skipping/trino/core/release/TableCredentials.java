// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import static java.util.Objects.requireNonNull;

import io.trino.spi.connector.ConnectorTableCredentials;
import java.util.Optional;

/** Credentials for the files of a table, as the engine hands them to what reads these. */
public record TableCredentials(Optional<ConnectorTableCredentials> ofTable) {
    public static final TableCredentials NONE = new TableCredentials(Optional.empty());

    public TableCredentials {
        requireNonNull(ofTable, "ofTable is null");
    }
}
