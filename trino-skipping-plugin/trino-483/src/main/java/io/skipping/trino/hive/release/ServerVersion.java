// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.release;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.trino.spi.NodeVersion;

/** Holds the version of the server. */
public record ServerVersion(NodeVersion node) {
    @Inject
    public ServerVersion {
        requireNonNull(node, "node is null");
    }
}
