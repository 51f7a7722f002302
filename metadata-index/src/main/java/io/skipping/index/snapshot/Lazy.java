// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A value that is computed once, when it is first requested. If the computation throws, so does {@link #get}, and the
 * next call tries again. Thread-safe.
 */
final class Lazy<T> {
    /** null once the value is computed */
    private Supplier<T> supplier;

    private volatile T value;

    Lazy(Supplier<T> supplier) {
        this.supplier = supplier;
    }

    T get() {
        T result = value;
        if (result == null) {
            synchronized (this) {
                result = value;
                if (result == null) {
                    result = supplier.get();
                    value = result;
                    // the supplier may hold references to large inputs
                    supplier = null;
                }
            }
        }
        return result;
    }

    /** Returns the value if it was already computed. */
    Optional<T> ifPresent() {
        return Optional.ofNullable(value);
    }
}
