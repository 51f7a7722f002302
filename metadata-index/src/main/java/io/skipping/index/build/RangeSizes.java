// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How long the ranges of lines of text are: short in an index of few ranges, where exact summaries cost little, and longer
 * the more ranges there are, so that the index of a large table is of a size that a coordinator keeps in memory. A range is
 * twice as long as those before it after each {@link #RANGES_OF_A_SIZE} ranges.
 *
 * @param smallest bytes of the first ranges
 * @param largest bytes of a range, at the most; of other formats, whose rows come in blocks, stripes or row groups, all
 *     ranges are meant to be so long
 */
public record RangeSizes(long smallest, long largest) {
    /** With 256 kB to begin with, these are the first 16 GiB of a table. */
    static final long RANGES_OF_A_SIZE = 65_536;

    public RangeSizes {
        checkArgument(smallest > 0 && smallest <= largest, "ranges of %s to %s bytes", smallest, largest);
    }

    /** All ranges are of one size. */
    public static RangeSizes fixed(long bytes) {
        return new RangeSizes(bytes, bytes);
    }

    /**
     * Bytes of the next ranges of lines.
     *
     * @param ranges that the index has already
     */
    public long after(long ranges) {
        long size = smallest;
        for (long steps = ranges / RANGES_OF_A_SIZE; steps > 0 && size < largest; steps--) {
            size *= 2;
        }
        return Math.min(size, largest);
    }
}
