// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

import java.io.IOException;
import java.util.List;

/** Locates the server of one release of Trino, and the plugins that belong to it. */
sealed interface TrinoDistribution permits PublishedServer, AssembledServer {
    /**
     * Returns the distribution of a release.
     *
     * @throws IOException if the build has left none
     */
    static TrinoDistribution of(TrinoRelease release) throws IOException {
        return switch (release) {
            case TRINO_476 -> PublishedServer.ofBuild();
            case TRINO_483 -> AssembledServer.ofBuild(release);
        };
    }

    /** Returns the end of the command that runs the server: what of Java's options is its own, class path, main class and arguments. */
    List<String> main() throws IOException;

    /** Returns Trino's plugin of that name: that of its module in Trino, without {@code trino-}. */
    PluginFiles plugin(String name) throws IOException;
}
