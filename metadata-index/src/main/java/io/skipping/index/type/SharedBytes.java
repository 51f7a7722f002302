// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

/** What those summaries of a range that share a budget take together. Not thread-safe. */
public final class SharedBytes {
    private long taken;

    /** What has been taken until now. */
    public long taken() {
        return taken;
    }

    public void take(long bytes) {
        taken += bytes;
    }
}
