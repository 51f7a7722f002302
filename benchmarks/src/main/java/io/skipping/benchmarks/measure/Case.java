// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

/** Describes what every contender does: it answers a question, or does a piece of work. */
public interface Case {
    /** Returns the name in results. */
    String name();

    /** Returns what is asked or done, for human readers. */
    String description();
}
