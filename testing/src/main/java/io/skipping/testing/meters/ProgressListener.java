// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

/** Receives a call for each object that has been written, one at a time. */
@FunctionalInterface
public interface ProgressListener {
    ProgressListener NONE = (objects, ofObjects, bytes) -> {};

    /** @param bytes total number of bytes written so far */
    void written(int objects, int ofObjects, long bytes);
}
