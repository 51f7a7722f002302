// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import static com.google.common.base.Preconditions.checkState;

import io.trino.spi.connector.ConnectorContext;
import java.util.List;

/**
 * Checks that the server is of the release that the plugin is built for. In another one, classes and methods that the
 * plugin calls are missing, or do something else.
 *
 * <p>This class is the same for all releases. A server loads it before it can know that the folder is the wrong one, so
 * it must not need Trino's libraries in the folder: they may be compiled for a newer Java than that of the server.
 */
public final class ReleaseCheck {
    /** Lists the releases that there is a folder for. */
    private static final List<String> RELEASES = List.of("476", "483");

    private ReleaseCheck() {}

    /** Checks the release of the SPI that the server has, for callers that are not told the release. */
    public static void checkServer() {
        check(serverVersion());
    }

    /** Returns whether the server is of the release that the plugin is built for. */
    public static boolean isOfServer() {
        return serverVersion().equals(TrinoRelease.VERSION);
    }

    private static String serverVersion() {
        return new ConnectorContext() {}.getSpiVersion();
    }

    /**
     * Checks the release of a server.
     *
     * @throws IllegalStateException if it is not {@link TrinoRelease#VERSION}
     */
    public static void check(String ofServer) {
        checkState(
                ofServer.equals(TrinoRelease.VERSION),
                "This plugin's folder is for Trino %s, but the server is Trino %s. %s",
                TrinoRelease.VERSION,
                ofServer,
                remedy(ofServer));
    }

    private static String remedy(String ofServer) {
        return RELEASES.contains(ofServer)
                ? "Put the folder trino-skipping-plugin-%s in its place".formatted(ofServer)
                : "Trino Skipping has folders for Trino %s, and none for this release: docs/compatibility.md says how to add one"
                        .formatted(String.join(" and ", RELEASES));
    }
}
