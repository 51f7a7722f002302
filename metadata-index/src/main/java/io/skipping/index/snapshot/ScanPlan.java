// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.airlift.slice.Slice;
import io.skipping.index.LiveObject;
import java.util.List;
import java.util.function.Predicate;

/** Answers, for a predicate that was fixed beforehand, what is proven about objects. Thread-safe. */
public interface ScanPlan {
    /** Returns one verdict for each object, in the same order, also for objects that are not indexed. */
    List<ObjectVerdict> lookup(List<LiveObject> objects);

    /**
     * Counts the rows of the whole state by the verdicts on their ranges, without a look at which objects live now.
     *
     * @param folders which objects are meant, by the bytes of their paths up to the last slash, with it
     */
    RowCounts count(Predicate<Slice> folders);
}
