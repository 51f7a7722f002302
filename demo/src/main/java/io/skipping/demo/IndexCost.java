// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.lake.LakeStore;
import java.util.Optional;

/**
 * Holds what the index costs.
 *
 * @param job the build of the index
 * @param engine product and version of the search engine that keeps the index; empty if none does
 * @param bytes size of the index in its store
 * @param dataBytes size of the indexed data
 */
record IndexCost(IndexJob.Result job, LakeStore store, Optional<String> engine, long bytes, long dataBytes) {
    double ratio() {
        return (double) bytes / dataBytes;
    }
}
