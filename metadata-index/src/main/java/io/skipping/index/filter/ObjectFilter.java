// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.filter;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import java.util.Map;

/**
 * Decides about whole objects from what a user knows about them, such as the meaning of their names, with or without an
 * index. Implementations are stateless and thread-safe; users add their own with {@link java.util.ServiceLoader}. A
 * filter is called for every object while a query lists its table, so it should be fast and do no I/O.
 */
public interface ObjectFilter {
    /** Returns the lower-case name, unique among filters and index types, as it appears in metrics. */
    String name();

    /**
     * Returns whether a row of the object may satisfy the predicate. Returning false although a row does gives a wrong
     * answer, see the comment of {@code io.skipping.index.predicate}. Parts of the predicate that the filter does not
     * understand must be treated as satisfiable.
     */
    boolean mayMatch(Predicate predicate, Candidate object);

    /**
     * Describes an object that a query would read.
     *
     * @param partition values of its partition columns by name, as in folder names. Of Iceberg tables, columns that a file is partitioned by
     *     without a transform; NULLs are left out
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
