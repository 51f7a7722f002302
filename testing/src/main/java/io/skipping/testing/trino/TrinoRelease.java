// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

/** A release of Trino that this project has a plugin for. */
public enum TrinoRelease {
    TRINO_476("476"),
    TRINO_483("483");

    private final String version;

    TrinoRelease(String version) {
        this.version = version;
    }

    /** Returns the release as Trino writes it. */
    @Override
    public String toString() {
        return version;
    }
}
