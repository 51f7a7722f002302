// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

/**
 * Represents a record as a model sees it: values by the positions of the model's columns. An instance may be reused for the next
 * record, so models must not keep it.
 */
public interface Row {
    /** Returns whether a value is NULL; the other methods have no value then. */
    boolean isNull(int column);

    /** Returns a value of a bigint, date or timestamp column. The value must not be NULL. */
    long longValue(int column);

    /** Returns a value of a double column. The value must not be NULL. */
    double doubleValue(int column);

    /**
     * Returns a value of a varchar column in UTF-8. The value must not be NULL, and the caller must not change the
     * array.
     */
    byte[] textValue(int column);
}
