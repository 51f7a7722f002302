// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

/** Names the release of Trino that this plugin is built for. */
public final class TrinoRelease {
    public static final String VERSION = "476";

    private TrinoRelease() {}
}
