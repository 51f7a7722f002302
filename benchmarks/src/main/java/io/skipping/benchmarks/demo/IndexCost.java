// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.demo;

/**
 * What the index took.
 *
 * @param job its building
 * @param bytes its size in the store
 * @param dataBytes size of the data that it is about
 */
record IndexCost(IndexJob.Result job, long bytes, long dataBytes) {
    double ratio() {
        return (double) bytes / dataBytes;
    }
}
