// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

/**
 * States what the summaries of a range prove about its rows. The package comment defines when each verdict is sound.
 */
public enum Verdict {
    /** no row satisfies the predicate: the range need not be read */
    CANNOT_MATCH,
    /** nothing is proven; the range must be read */
    MAY_MATCH,
    /** every row satisfies the predicate */
    MUST_MATCH,
}
