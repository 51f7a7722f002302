// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

/** What the summaries of a range prove about its rows. The package comment defines when each may be said. */
public enum Verdict {
    /** no row satisfies the predicate: the range need not be read */
    CANNOT_MATCH,
    /** nothing is proven */
    MAY_MATCH,
    /** every row satisfies the predicate */
    MUST_MATCH,
}
