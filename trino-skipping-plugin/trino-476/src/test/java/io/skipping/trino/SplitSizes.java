// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import com.google.common.collect.ImmutableMap;
import io.trino.Session.SessionBuilder;
import java.util.Map;

/** Sets how long the splits of stock Hive are. */
final class SplitSizes {
    private SplitSizes() {}

    /** Returns properties of a catalog. */
    static Map<String, String> properties(String size) {
        return ImmutableMap.of("hive.max-split-size", size, "hive.max-initial-split-size", size);
    }

    static SessionBuilder set(SessionBuilder session, String catalog, String size) {
        return session.setCatalogSessionProperty(catalog, "max_split_size", size)
                .setCatalogSessionProperty(catalog, "max_initial_split_size", size);
    }
}
