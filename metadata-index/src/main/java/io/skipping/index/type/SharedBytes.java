// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

/** Counts the bytes taken by those summaries of a range that share a budget. Not thread-safe. */
public final class SharedBytes {
    private long taken;

    /** Returns the bytes taken so far. */
    public long taken() {
        return taken;
    }

    /** Adds bytes to those taken. */
    public void take(long bytes) {
        taken += bytes;
    }
}
