// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

/** What a range takes by the way that it is looked at, in nanoseconds, roughly: only their order counts. */
public final class Costs {
    /** many ranges are decided by what is known of them together */
    public static final int ZONE = 2;
    /** two keys are compared */
    public static final int COMPARISON = 20;
    /** places in a filter are looked at, which are seldom in a core's cache */
    public static final int LOOKUP = 40;
    /** what is kept of a range is searched */
    public static final int SEARCH = 60;
    /** the results of a function are looked at one by one */
    public static final int RESULTS = 200;
    /** the engine evaluates a condition for each value */
    public static final int ENGINE = 10_000;

    private Costs() {}
}
