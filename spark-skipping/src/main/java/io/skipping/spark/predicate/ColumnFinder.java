// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import io.skipping.index.ColumnOrigin;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;

/** Finds the columns of a predicate that have the values of a column of Spark. */
public interface ColumnFinder {
    /** Finds each column under its own name, for predicates that no index is asked about. */
    ColumnFinder EACH = (path, type) -> List.of(new IndexedColumn(
            path.text(),
            type,
            new ColumnOrigin(ColumnOrigin.UNKNOWN, SparkTypes.hiveType(type), ColumnOrigin.Reading.AS_STORED),
            path.ofElements()));

    /** Returns the columns with the values of a path; all of them have the same. */
    List<IndexedColumn> find(ColumnPath path, ScalarType type);

    /** Returns what finds a column under its own name where this finds none: predicates on it tell what an index is missing. */
    default ColumnFinder orEach() {
        return (path, type) -> {
            List<IndexedColumn> found = find(path, type);
            return found.isEmpty() ? EACH.find(path, type) : found;
        };
    }
}
