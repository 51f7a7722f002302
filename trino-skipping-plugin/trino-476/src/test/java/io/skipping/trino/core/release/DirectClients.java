// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import com.google.inject.Key;
import io.trino.operator.DirectExchangeClientSupplier;
import io.trino.server.testing.TestingTrinoServer;
import io.trino.spi.block.BlockEncodingSerde;
import io.trino.testing.TestingDirectTrinoClient;

/** Makes clients that talk to a server of this release in this process. */
public final class DirectClients {
    private DirectClients() {}

    public static TestingDirectTrinoClient of(TestingTrinoServer server) {
        return new TestingDirectTrinoClient(
                server.getDispatchManager(),
                server.getQueryManager(),
                server.getInstance(Key.get(DirectExchangeClientSupplier.class)),
                server.getInstance(Key.get(BlockEncodingSerde.class)));
    }
}
