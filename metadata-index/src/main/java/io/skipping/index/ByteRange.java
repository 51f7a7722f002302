// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static com.google.common.base.Preconditions.checkArgument;

/** Describes the bytes {@code [start, start + length)} of an object, as in a Hive split. */
public record ByteRange(long start, long length) {
    public ByteRange {
        checkArgument(start >= 0, "start is negative: %s", start);
        checkArgument(length >= 0, "length is negative: %s", length);
    }

    /** Returns the position after the last byte. */
    public long end() {
        return start + length;
    }
}
