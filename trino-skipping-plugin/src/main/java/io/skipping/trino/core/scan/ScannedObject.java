// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import java.util.Map;

/** Says of an object what a scan must know to leave out parts of it. */
public interface ScannedObject {
    /** Returns the version that was listed. */
    ObjectVersion version();

    /** Returns the version and how it is read, as the index knows it. */
    LiveObject live();

    /** Returns the values of the partition columns by name, as the table has them. Values that are not known are left out. */
    Map<String, String> partitionKeys();

    /**
     * Returns what the rows that are wanted satisfy, as far as columns are read as they are stored. Objects that are read
     * in the same way have the same instance, so that the index evaluates it once.
     */
    Predicate predicate();

    /**
     * Returns whether the rows of the scan are the rows of the object. It is false if rows are deleted elsewhere or if
     * the scan takes only some of them, so that they may not be counted.
     */
    boolean isReadInFull();

    /** Returns whether the values by which the rows are ordered are read as they are stored. */
    boolean isOrderStored();

    /** Returns the gap, in bytes, up to which it is better to read on than to read two parts. */
    long mergeDistance();

    Cutting cutting();

    /** Says where the parts of an object that are read may begin and end. */
    enum Cutting {
        /** at every byte */
        ANYWHERE,
        /** at every byte, but what is read of a split stays one piece, because each piece costs more than what lies between */
        TO_ONE_PIECE,
        /** where ranges of the index do, but not at the ends of arbitrary splits */
        BETWEEN_RANGES,
        /** only at its ends */
        NOWHERE,
        /** only at its ends, and it is always read, because its rows are assembled from several objects */
        NEVER_LEFT_OUT,
    }
}
