// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.plan;

import io.skipping.index.IndexDefinition;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.SummaryReader;

/** Provides the summaries of some ranges. */
public interface Summaries {
    /** Returns the indexes that can give verdicts. */
    Iterable<IndexDefinition> decidable();

    /** Returns whether one of these indexes may decide a condition on its columns, as far as the condition alone tells. */
    boolean mayDecide(IndexDefinition definition, Predicate.Leaf condition);

    /** Returns the summaries of one of these indexes, and opens them if necessary. */
    SummaryReader reader(IndexDefinition definition);
}
