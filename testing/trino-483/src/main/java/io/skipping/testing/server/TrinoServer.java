// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.server;

import io.trino.server.Server;

/** Starts Trino's server, as the class of this name does in the servers that Trino releases. */
public final class TrinoServer {
    private TrinoServer() {}

    /**
     * Starts a server.
     *
     * @param arguments the release that the server says it is of
     */
    public static void main(String[] arguments) {
        new Server().start(arguments[0]);
    }
}
