// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Objects.requireNonNull;

/** An engine, as it presents itself. OpenSearch can be told to say 7.10. */
public record SearchEngine(SearchProduct product, String version, int major, int minor) {
    public SearchEngine {
        requireNonNull(product, "product is null");
        requireNonNull(version, "version is null");
    }

    public boolean isAtLeast(int major, int minor) {
        return this.major > major || this.major == major && this.minor >= minor;
    }

    /** Whether it keeps shapes as columns too, to aggregate by, unless it is told that this is not wanted. */
    public boolean keepsShapesAsColumns() {
        return Dialect.keepsShapesAsColumns(this);
    }

    @Override
    public String toString() {
        return product + " " + version;
    }
}
