// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

/** Lists the releases of Trino that this project has a plugin for. */
public enum TrinoRelease {
    TRINO_476("476", true),
    TRINO_483("483", false);

    private final String version;
    private final boolean geospatialFunctions;

    TrinoRelease(String version, boolean geospatialFunctions) {
        this.version = version;
        this.geospatialFunctions = geospatialFunctions;
    }

    /** Returns whether Trino publishes its geospatial functions of this release, so that a server here has them. */
    public boolean hasGeospatialFunctions() {
        return geospatialFunctions;
    }

    /** Returns the release as Trino writes it. */
    @Override
    public String toString() {
        return version;
    }
}
