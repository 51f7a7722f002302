// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import java.util.Locale;

/**
 * Counts the objects of a table by what its index knows of them.
 *
 * @param unindexed how many objects are not in the index
 * @param stale how many have changed since they were summarised
 * @param single the objects that are one range each though they are longer than a range
 */
public record ObjectStates(long unindexed, long stale, Single single) {
    /** Objects of more bytes are longer than a range as builds make them by themselves. */
    static final long LONG = 3 << 20;

    /**
     * Counts the long objects that are one range each.
     *
     * @param objects how many there are
     * @param bytes their total size
     * @param largest the path of the largest one; null if there is none
     */
    public record Single(long objects, long bytes, String largest) {
        /** Returns why the largest object is one range, for people; fails if there is no such object. */
        public String reason() {
            String path = largest.toLowerCase(Locale.ROOT);
            if (path.endsWith(".gz")) {
                return "gzip of one member; written in members, it can be skipped in parts (docs/formats.md)";
            }
            return path.matches(".*\\.(bz2|zst|lz4|snappy|deflate|lzo)")
                    ? "compressed text that cannot be cut; gzip in members can (docs/formats.md)"
                    : "one row group or stripe, or text that cannot be cut because of its header or footer lines (docs/formats.md)";
        }
    }
}
