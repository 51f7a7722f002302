// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.layout;

/** Decides which rows an object of the table holds. */
public enum ObjectOrder {
    /** Orders rows as they arrive: by time, all meters at each time. Every object spans the country. */
    ARRIVAL,
    /**
     * Orders meters along a Hilbert curve over the map, then by time. Every object, and every part of one, covers a small
     * area.
     */
    AREA
}
