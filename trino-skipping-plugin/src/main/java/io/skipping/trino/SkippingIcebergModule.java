// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.Objects.requireNonNull;

import com.google.inject.Binder;
import com.google.inject.Module;
import java.util.Optional;

/** Binds everything that this plugin adds to the Iceberg connector's own modules. */
class SkippingIcebergModule implements Module {
    private final Optional<String> localRoot;

    /**
     * Creates the module.
     *
     * @param localRoot the folder that {@code local:///} locations refer to, which is Trino's {@code local.location};
     *     empty if not configured
     */
    SkippingIcebergModule(Optional<String> localRoot) {
        this.localRoot = requireNonNull(localRoot, "localRoot is null");
    }

    @Override
    public void configure(Binder binder) {}
}
