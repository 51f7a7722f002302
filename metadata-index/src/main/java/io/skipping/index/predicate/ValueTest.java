// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

/**
 * A condition that only the engine can evaluate, such as a function of the column. Two tests are equal only if they are
 * one: what they do cannot be compared. Thread-safe.
 */
public interface ValueTest {
    /**
     * Whether a row with this value may satisfy the condition.
     *
     * @param value in Trino's native representation, null for NULL
     */
    boolean mayPass(Object value);
}
