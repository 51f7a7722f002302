// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import static java.util.Objects.requireNonNull;

import io.trino.spi.connector.ConnectorPageSourceProvider;

/** Opens the splits of scans around the readers of a connector. */
public abstract class WrappingPageSourceProvider extends ReleasedPageSourceProvider {
    private final ConnectorPageSourceProvider readers;

    protected WrappingPageSourceProvider(ConnectorPageSourceProvider readers) {
        this.readers = requireNonNull(readers, "readers is null");
    }

    protected final ConnectorPageSourceProvider readers() {
        return readers;
    }
}
