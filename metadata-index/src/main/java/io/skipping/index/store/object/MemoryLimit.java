// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import io.airlift.units.DataSize;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what is about to be taken into memory, so that what a file says of itself can't be more than there is. Thread-safe. */
final class MemoryLimit {
    private final long maximum;
    private final AtomicLong taken = new AtomicLong();

    /** Says that what is there is sound, but there is no room for it. */
    static final class ExceededException extends IOException {
        private ExceededException(long maximum) {
            super("it takes more memory than an index may (%s); a larger skipping.index.cache-size lets it"
                    .formatted(DataSize.succinctBytes(maximum)));
        }
    }

    MemoryLimit(long maximum) {
        this.maximum = maximum;
    }

    /** @throws ExceededException with half a sentence */
    void take(long bytes) throws ExceededException {
        // of what does not fit nothing is counted: the sum stays below the maximum
        long before = taken.getAndUpdate(sum -> bytes <= maximum - sum ? sum + bytes : sum);
        if (bytes < 0 || bytes > maximum - before) {
            throw exceeded(maximum);
        }
    }

    static ExceededException exceeded(long maximum) {
        return new ExceededException(maximum);
    }

    long maximum() {
        return maximum;
    }
}
