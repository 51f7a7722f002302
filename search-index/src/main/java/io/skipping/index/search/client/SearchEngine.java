// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Objects.requireNonNull;

/**
 * Describes an engine as it reports itself. OpenSearch can be configured to report version 7.10.
 *
 * @param product which engine it is
 * @param version its version as it reports it, such as {@code 7.10.2}
 * @param major the first number of the version
 * @param minor the second number of the version
 */
public record SearchEngine(SearchProduct product, String version, int major, int minor) {
    public SearchEngine {
        requireNonNull(product, "product is null");
        requireNonNull(version, "version is null");
    }

    /** Returns whether the engine reports this version or a later one. */
    public boolean isAtLeast(int major, int minor) {
        return this.major > major || this.major == major && this.minor >= minor;
    }

    /** Returns whether the engine by default keeps shapes also as columns, for aggregations. */
    public boolean keepsShapesAsColumns() {
        return Dialect.keepsShapesAsColumns(this);
    }

    /**
     * Returns the request, answered by primaries if other copies may lack what was refreshed. It otherwise stays as it
     * is, for any copy.
     */
    public SearchRequest onPrimaries(SearchRequest request) {
        return Dialect.primariesOnly(this)
                .map(value -> request.parameter("preference", value))
                .orElse(request);
    }

    @Override
    public String toString() {
        return product + " " + version;
    }
}
