// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.monotone;

import static java.util.Objects.requireNonNull;

import java.util.function.UnaryOperator;

/**
 * A function of one argument whose results never get smaller while its argument gets larger, or never larger. NULL gives
 * NULL, and NaN gives NaN.
 *
 * @param rises whether results get larger while the argument does
 * @param function from a value in Trino's native representation to another, or to an {@link Overflow}
 */
record Monotone(boolean rises, UnaryOperator<Object> function) {
    Monotone {
        requireNonNull(function, "function is null");
    }

    /** A result that is too small for its type, or too large: there the engine fails. */
    enum Overflow {
        BELOW,
        ABOVE
    }

    Object apply(Object argument) {
        return function.apply(argument);
    }
}
