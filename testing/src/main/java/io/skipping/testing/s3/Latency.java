// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;

/**
 * How slow a store on the same machine pretends to be.
 *
 * @param beforeAnswer what each request waits
 * @param bytesPerSecond of each body, either way, and of a copy within the store; 0 for no limit
 */
public record Latency(Duration beforeAnswer, long bytesPerSecond) {
    /** As fast as the machine is. */
    public static final Latency NONE = new Latency(Duration.ZERO, 0);

    public Latency {
        checkArgument(!beforeAnswer.isNegative(), "A request can't wait %s", beforeAnswer);
        checkArgument(bytesPerSecond >= 0, "A stream can't have %s bytes a second", bytesPerSecond);
    }

    /** What so many bytes take in one stream. */
    Duration transfer(long bytes) {
        return bytesPerSecond == 0 ? Duration.ZERO : Duration.ofNanos(Math.round(bytes * 1e9 / bytesPerSecond));
    }
}
