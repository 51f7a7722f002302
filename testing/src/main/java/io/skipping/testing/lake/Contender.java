// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

/** Names a system that a benchmark compares with others: an engine's way to read or to write the same data. */
public interface Contender {
    /** Returns the name of the system in results. */
    String system();
}
