// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;

/**
 * Says how slow a store on the same machine pretends to be.
 *
 * @param beforeAnswer the delay of each request
 * @param bytesPerSecond the bandwidth of each body in either direction, and of a copy within the store; 0 for no limit
 */
public record Latency(Duration beforeAnswer, long bytesPerSecond) {
    /** Is no delay: the store is as fast as the machine. */
    public static final Latency NONE = new Latency(Duration.ZERO, 0);

    public Latency {
        checkArgument(!beforeAnswer.isNegative(), "A request can't wait %s", beforeAnswer);
        checkArgument(bytesPerSecond >= 0, "A stream can't have %s bytes a second", bytesPerSecond);
    }

    /** Returns how long a number of bytes takes in one stream. */
    Duration transfer(long bytes) {
        return bytesPerSecond == 0 ? Duration.ZERO : Duration.ofNanos(Math.round(bytes * 1e9 / bytesPerSecond));
    }
}
