// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * Determines the length of ranges of text lines. Ranges are short in an index with few ranges, where exact summaries
 * cost little, and longer the more ranges there are, so that a coordinator can hold the index of a large table in
 * memory. After each {@link #RANGES_OF_A_SIZE} ranges, the length doubles.
 *
 * @param smallest length of the first ranges in bytes
 * @param largest maximum length of a range in bytes; it is also the target length for formats whose rows come in
 *     blocks, stripes or row groups
 */
public record RangeSizes(long smallest, long largest) {
    /** With 256 kB at first, these ranges cover the first 16 GiB of a table. */
    static final long RANGES_OF_A_SIZE = 65_536;

    public RangeSizes {
        checkArgument(smallest > 0 && smallest <= largest, "ranges of %s to %s bytes", smallest, largest);
    }

    /** Returns sizes with which all ranges have the same length. */
    public static RangeSizes fixed(long bytes) {
        return new RangeSizes(bytes, bytes);
    }

    /**
     * Returns the length of the next ranges of lines, in bytes.
     *
     * @param ranges number of ranges that the index already has
     */
    public long after(long ranges) {
        long size = smallest;
        for (long steps = ranges / RANGES_OF_A_SIZE; steps > 0 && size < largest; steps--) {
            size *= 2;
        }
        return Math.min(size, largest);
    }
}
