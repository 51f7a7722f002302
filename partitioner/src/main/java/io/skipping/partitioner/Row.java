// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

/**
 * A record, as a model sees it: values by the numbers of the model's columns. An instance may be reused from record to
 * record; models keep nothing of it.
 */
public interface Row {
    boolean isNull(int column);

    /** Of a column of type bigint, date or timestamp, and not NULL. */
    long longValue(int column);

    /** Of a column of type double, and not NULL. */
    double doubleValue(int column);

    /** UTF-8 of a column of type varchar, and not NULL. The caller does not change the array. */
    byte[] textValue(int column);
}
