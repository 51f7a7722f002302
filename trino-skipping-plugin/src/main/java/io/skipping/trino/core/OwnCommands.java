// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import java.util.Optional;
import java.util.Set;

/**
 * Recognises the queries of the commands that train layouts, build and advise indexes. They say nothing about users' conditions.
 */
public final class OwnCommands {
    private static final Set<String> SOURCES = Set.of("partitioner", "index-builder");

    private OwnCommands() {}

    /**
     * Returns whether one of the commands has sent a query.
     *
     * @param source the source that the client named
     */
    public static boolean sent(Optional<String> source) {
        return source.filter(SOURCES::contains).isPresent();
    }
}
