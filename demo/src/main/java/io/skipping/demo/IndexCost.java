// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.lake.LakeStore;
import java.util.Optional;

/**
 * What the index took.
 *
 * @param job its building
 * @param engine product and version of the search engine that keeps it, if it is in one
 * @param bytes its size in the store
 * @param dataBytes size of the data that it is about
 */
record IndexCost(IndexJob.Result job, LakeStore store, Optional<String> engine, long bytes, long dataBytes) {
    double ratio() {
        return (double) bytes / dataBytes;
    }
}
