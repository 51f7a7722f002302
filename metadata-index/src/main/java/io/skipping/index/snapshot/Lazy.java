// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import java.util.Optional;
import java.util.function.Supplier;

/** Something that is made when it is first asked for, once; what its making throws is thrown at each asker. Thread-safe. */
final class Lazy<T> {
    /** until it is made */
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
                    // which may hold what others are made of
                    supplier = null;
                }
            }
        }
        return result;
    }

    /** The thing if it was made already. */
    Optional<T> ifPresent() {
        return Optional.ofNullable(value);
    }
}
