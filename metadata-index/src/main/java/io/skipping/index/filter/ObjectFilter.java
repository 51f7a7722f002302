// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.filter;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import java.util.Map;

/**
 * Decides about whole objects by what a user knows of them, such as what their names mean, with an index or without one.
 * Implementations are stateless and thread-safe; users add their own by {@link java.util.ServiceLoader}. They are asked while
 * a query lists its table, for every object, so they should be fast and do no I/O.
 */
public interface ObjectFilter {
    /** Lower-case name, unique among filters and index types, as it appears in metrics. */
    String name();

    /**
     * Returns whether some row of the object may satisfy the predicate. Saying no where a row does is a wrong answer: see the
     * comment of {@code io.skipping.index.predicate}. What is not understood of the predicate may be satisfied.
     */
    boolean mayMatch(Predicate predicate, Candidate object);

    /**
     * An object that a query would read.
     *
     * @param partition values of its partition columns by name, as in folder names
     */
    record Candidate(String schema, String table, ObjectVersion version, Map<String, String> partition) {
        public Candidate {
            requireNonNull(schema, "schema is null");
            requireNonNull(table, "table is null");
            requireNonNull(version, "version is null");
            partition = ImmutableMap.copyOf(partition);
        }
    }
}
