// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import io.trino.spi.block.Block;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.type.Type;

/** Returns values as clients get them. */
public final class ObjectValues {
    private ObjectValues() {}

    public static Object of(Type type, ConnectorSession session, Block block, int position) {
        return type.getObjectValue(session, block, position);
    }
}
