// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import io.skipping.index.LiveObject;
import io.skipping.trino.core.summarize.RangeSummaries.RangeSummary;
import java.io.IOException;
import java.util.List;

/** Reads and summarises units, which are objects or parts of large ones. */
public interface UnitSource<U> {
    /** Returns the object that a unit belongs to. */
    LiveObject object(U unit);

    /** Returns the number of bytes in a unit. */
    long bytes(U unit);

    /** Returns whether a unit is the first of its object. */
    boolean isFirst(U unit);

    /** Returns the summaries of all ranges of a unit, in order. */
    List<RangeSummary> summarize(U unit) throws IOException;
}
