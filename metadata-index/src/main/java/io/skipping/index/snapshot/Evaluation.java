// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.predicate.Predicate;
import java.util.List;

/** Evaluates predicates over the segments of a snapshot, each once as long as it is remembered. Thread-safe. */
interface Evaluation {
    /** For each segment, in order; made when first asked for. */
    List<Lazy<SegmentVerdicts>> of(Predicate predicate);

    /** Heap bytes held, roughly. */
    long retainedBytes();
}
