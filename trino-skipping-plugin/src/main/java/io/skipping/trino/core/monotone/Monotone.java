// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static java.util.Objects.requireNonNull;

import java.util.function.UnaryOperator;

/**
 * Describes a monotone function of one argument: its results either never decrease or never increase while the argument
 * increases. It returns NULL for NULL and NaN for NaN.
 *
 * @param rises whether the results never decrease while the argument increases
 * @param function maps a value in Trino's native representation to another one, or to an {@link Overflow}
 */
record Monotone(boolean rises, UnaryOperator<Object> function) {
    Monotone {
        requireNonNull(function, "function is null");
    }

    /** Marks a result that is too small or too large for its type, for which the engine fails. */
    enum Overflow {
        BELOW,
        ABOVE
    }

    Object apply(Object argument) {
        return function.apply(argument);
    }
}
