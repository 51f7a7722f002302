// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

/**
 * Groups neighbouring ranges into zones, which may be decided as a whole. Objects that were written together often have
 * neighbouring names; then their ranges are neighbours and their values are close. A zone summarises ranges as a range
 * summarises rows.
 */
public final class Zones {
    /**
     * Number of ranges in a zone: few enough that zones are narrow, and enough that evaluating all zones costs next to
     * nothing.
     */
    public static final int RANGES = 256;

    private Zones() {}

    /** Returns the number of zones. */
    public static int count(int ranges) {
        return (ranges + RANGES - 1) / RANGES;
    }

    /** Returns the zone of a range. */
    public static int of(int range) {
        return range / RANGES;
    }

    /** Returns the first range of a zone. */
    public static int first(int zone) {
        return zone * RANGES;
    }

    /** Returns the first range of the next zone, or {@code to} if that is smaller. */
    public static int end(int zone, int to) {
        return Math.min(to, (zone + 1) * RANGES);
    }
}
