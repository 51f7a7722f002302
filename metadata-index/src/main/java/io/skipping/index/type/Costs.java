// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

/**
 * Estimates the time per range of each kind of evaluation, in nanoseconds. They decide what is evaluated first, and whether all
 * cores take part.
 */
public final class Costs {
    /** many ranges are decided together, from what is known of all of them */
    public static final int ZONE = 2;
    /** boxes are compared, unless many ranges are decided together */
    public static final int BOXES = 8;
    /** two keys are compared */
    public static final int COMPARISON = 20;
    /** positions in a filter are read, which are seldom in a core's cache */
    public static final int LOOKUP = 40;
    /** the stored values of a range are searched */
    public static final int SEARCH = 60;
    /** the results of a function are examined one by one */
    public static final int RESULTS = 200;
    /** the engine evaluates a condition for each value */
    public static final int ENGINE = 10_000;

    private Costs() {}
}
