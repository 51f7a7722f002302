// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.airlift.slice.Slice;
import io.skipping.index.LiveObject;
import java.util.List;
import java.util.function.Predicate;

/** Answers, for a predicate that was fixed beforehand, what is proven about objects. Thread-safe. */
public interface ScanPlan {
    /** One answer per object, in the same order. Asking about what is not indexed is fine. */
    List<ObjectVerdict> lookup(List<LiveObject> objects);

    /**
     * How many rows the predicate wants, by the verdicts on the ranges of the whole state; what lives now is not looked at.
     *
     * @param folders which objects are meant, by the bytes of their paths up to the last slash, with it
     */
    RowCounts count(Predicate<Slice> folders);
}
