// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ImmutableMap;
import io.trino.cache.NonEvictableCache;
import io.trino.cache.SafeCaches;
import io.trino.hive.formats.encodings.text.TextEncodingOptions;
import java.util.Map;

/**
 * Remembers how the text of tables is encoded. Trino takes a separator for a number first, and throws and catches an
 * exception if it is none, such as a comma: for an object of some kilobytes, that takes as long as all else but its request.
 */
final class TextOptions {
    /** Many more than tables are read at a time. */
    private static final int MOST_TABLES = 200;

    private static final NonEvictableCache<Map<String, String>, TextEncodingOptions> KNOWN =
            SafeCaches.buildNonEvictableCache(CacheBuilder.newBuilder().maximumSize(MOST_TABLES));

    private TextOptions() {}

    /**
     * Returns the encoding that properties of a table or partition say.
     *
     * @throws IllegalArgumentException if they are malformed
     */
    static TextEncodingOptions of(Map<String, String> properties) {
        TextEncodingOptions known = KNOWN.getIfPresent(properties);
        if (known == null) {
            known = TextEncodingOptions.fromSchema(properties);
            KNOWN.put(ImmutableMap.copyOf(properties), known);
        }
        return known;
    }
}
