// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

/** Receives a call for each object that has been written, one at a time. */
@FunctionalInterface
public interface ProgressListener {
    /** Ignores all calls. */
    ProgressListener NONE = (objects, ofObjects, bytes) -> {};

    /**
     * Receives the state after an object was written.
     *
     * @param objects the number of objects written so far
     * @param ofObjects the number of all objects
     * @param bytes the total number of bytes written so far
     */
    void written(int objects, int ofObjects, long bytes);
}
