// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import io.skipping.index.IndexDefinition;
import io.skipping.index.type.SummaryReader;

/** What is kept of some ranges. */
public interface Summaries {
    /** Returns the indexes that can be asked for verdicts. */
    Iterable<IndexDefinition> decidable();

    /** Returns the summaries of one of these, which may have to be opened first. */
    SummaryReader reader(IndexDefinition definition);
}
