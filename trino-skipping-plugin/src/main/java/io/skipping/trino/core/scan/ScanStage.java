// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import java.util.List;

/**
 * A step of pruning. It takes a batch of units of work, and returns those that are left of them, in the same order: as
 * they came, with more known about them, or cut. A stage counts what it leaves out, and why, in {@link ScanCounters}.
 * Not thread-safe.
 */
interface ScanStage {
    List<ScanUnit> apply(List<ScanUnit> units);

    /** Called when the predicate of objects has changed, so that what was found out about earlier units is of no use. */
    default void forget() {}
}
