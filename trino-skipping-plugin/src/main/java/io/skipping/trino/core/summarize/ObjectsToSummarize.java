// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.path.ColumnPath;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;

/**
 * Lists the objects of a table for a build, and cuts them into units of work. Called by one thread at a time.
 *
 * @param <S> the splits that stand for objects in the listing
 * @param <U> the units
 */
public interface ObjectsToSummarize<S extends ConnectorSplit, U> {
    SchemaTableName table();

    /** Returns whether the table still exists under its name. */
    boolean isThere();

    /** Returns whether a table that is renamed keeps its index. If not, the index of a name without a table is of no use. */
    boolean isIndexKeptByRename();

    /** Returns the columns whose values are stored in the objects. */
    List<IndexedColumn> columns();

    /** Starts a listing of the table; to be called once. */
    SplitBatches list();

    /** Returns whether a split is the first of its object. The others are left out. */
    boolean begins(S split);

    /**
     * Checks that the object of a split can be indexed. If none of the first ones can be, the table cannot.
     *
     * @throws io.trino.spi.TrinoException if it cannot
     */
    void check(S split);

    /** Returns the object of a split. */
    LiveObject object(S split);

    /**
     * Returns the indexes that the object of a split can have now. An index that is left out here counts as missing once the object can have
     * it; one that finds no value in the object does not.
     *
     * @param wanted indexes of the table, in nearly every call the same
     */
    default List<IndexDefinition> definitions(S split, List<IndexDefinition> wanted) {
        return wanted;
    }

    /**
     * Returns the casts that work for nearly every text in some of the objects.
     *
     * @param splits some of their objects are read
     */
    List<ColumnPath> casts(List<S> splits);

    /**
     * Cuts an object into units.
     *
     * @param split the first split of the object
     * @param knownRanges the number of ranges that the index has, and that are planned
     */
    Units<U> units(S split, LiveObject object, long knownRanges);

    /** Returns the number of bytes in a unit. */
    long bytes(U unit);

    /**
     * Returns a split for a worker.
     *
     * @param definitions the indexes to build
     * @param units what to read; empty for a split that only reports
     */
    ConnectorSplit split(BuildReport report, List<IndexDefinition> definitions, List<U> units);

    /**
     * Holds the units of an object.
     *
     * @param ranges an estimate of the number of ranges in them, if the length of ranges depends on it; otherwise 0
     */
    record Units<U>(List<U> units, long ranges) {}
}
