// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

/**
 * Runs of neighbouring ranges, of which one look may decide all: objects that were written together often have names that are
 * near each other, so their ranges are, and so are their values. It is to ranges what these are to rows.
 */
public final class Zones {
    /** Few enough that zones are narrow, and many enough that to look at them costs next to nothing. */
    public static final int RANGES = 256;

    private Zones() {}

    public static int count(int ranges) {
        return (ranges + RANGES - 1) / RANGES;
    }

    /** The zone that a range is in. */
    public static int of(int range) {
        return range / RANGES;
    }

    public static int first(int zone) {
        return zone * RANGES;
    }

    /** The first range of the next zone, or the one behind the last. */
    public static int end(int zone, int to) {
        return Math.min(to, (zone + 1) * RANGES);
    }
}
