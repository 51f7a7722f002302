// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.ObjectVerdict.Stale;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gives what users of an engine run where the index of one table excludes too little. */
public interface Remedies {
    /** Returns what builds the index as it is requested. */
    Remedy build();

    /**
     * Returns what makes an index: a request, and a build.
     *
     * @param options those of the index, by name
     */
    Remedy create(String type, List<String> columns, Map<String, String> options);

    /** Returns what writes the table's rows in the order of a column. */
    Remedy layOut(String column);

    /**
     * Returns the statement by which an object is read as it was summarised; empty if none does.
     *
     * @param stale says that its profile is another one now
     */
    default Optional<String> setBack(LiveObject object, Stale stale) {
        return Optional.empty();
    }
}
