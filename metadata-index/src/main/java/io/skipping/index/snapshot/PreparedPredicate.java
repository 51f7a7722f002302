// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.LiveObject;
import java.util.List;

/** Answers, for a predicate that was fixed beforehand, what is proven about objects. Thread-safe. */
public interface PreparedPredicate {
    /** One answer per object, in the same order. Asking about what is not indexed is fine. */
    List<ObjectVerdict> lookup(List<LiveObject> objects);
}
