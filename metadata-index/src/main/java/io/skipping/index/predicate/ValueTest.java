// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import io.skipping.index.value.Key;
import java.util.Optional;

/**
 * Evaluates a condition that only the engine can evaluate, such as a function of the column. Two tests are equal only if they are
 * the same instance, because their behaviour cannot be compared. Implementations must be thread-safe.
 */
public interface ValueTest {
    /**
     * Returns whether a row with this value may satisfy the condition.
     *
     * @param value empty for NULL. A zero of real or double stands for the zeros of both signs: the test passes it if
     *     either may pass
     */
    boolean mayPass(Optional<Key> value);
}
