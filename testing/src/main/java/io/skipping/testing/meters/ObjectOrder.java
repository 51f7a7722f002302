// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

/** Which rows an object of the table holds. */
public enum ObjectOrder {
    /** Rows as they come in: by time, all meters at a time; every object spans the country. */
    ARRIVAL,
    /** Meters along a Hilbert curve over the map, then time; every object, and every part of one, is a small area. */
    AREA
}
