// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

/**
 * Describes an object of the sample.
 *
 * @param path its location
 * @param bytes its size
 * @param ranges how many ranges it has, or would have, in the index
 * @param rows how many rows it has
 */
public record SampledObject(String path, long bytes, long ranges, long rows) {
    /** Returns how many ranges hold a match, if the rows that match lie anywhere. They are fewer where these lie together. */
    double rangesWith(long matching) {
        if (matching <= 0) {
            return 0;
        }
        return ranges * (1 - Math.pow(1 - 1.0 / ranges, matching));
    }

    /** Returns the most values that a range can have if the object has so many. */
    long mostInRange(long values) {
        return Math.min(values, (rows + ranges - 1) / ranges);
    }

    double bytesOf(double rangesLeft) {
        return bytes * Math.min(1, rangesLeft / ranges);
    }
}
