// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.predicate.Predicate;
import java.util.List;

/**
 * Evaluates predicates over the segments of a snapshot. A predicate is evaluated once per segment while its verdicts
 * are cached. Thread-safe.
 */
interface Evaluation {
    /** Returns the verdicts for each segment, in order. They are computed on first access. */
    List<Lazy<SegmentVerdicts>> of(Predicate predicate);

    /** Returns the approximate heap size in bytes. */
    long retainedBytes();
}
