// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.airlift.slice.Slice;
import io.skipping.index.LiveObject;
import java.util.List;
import java.util.function.Predicate;

/** Returns what is proven about objects for a fixed predicate. Thread-safe. */
public interface ScanPlan {
    /** Returns one verdict for each object, in the same order, including objects that are not indexed. */
    List<ObjectVerdict> lookup(List<LiveObject> objects);

    /**
     * Counts the rows of the whole state by the verdict on their range. It does not check which objects still exist.
     *
     * @param folders selects folders by the bytes of their paths, up to and including the last slash
     */
    RowCounts count(Predicate<Slice> folders);

    /**
     * Tells what the predicate leaves of the whole state. It does not check which objects still exist.
     *
     * @param folders selects folders by the bytes of their paths, up to and including the last slash
     */
    Leftover left(Predicate<Slice> folders);
}
