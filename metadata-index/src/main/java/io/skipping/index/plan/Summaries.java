// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import io.skipping.index.IndexDefinition;
import io.skipping.index.type.SummaryReader;

/** Provides the summaries of some ranges. */
public interface Summaries {
    /** Returns the indexes that can give verdicts. */
    Iterable<IndexDefinition> decidable();

    /** Returns the summaries of one of these indexes, and opens them if necessary. */
    SummaryReader reader(IndexDefinition definition);
}
