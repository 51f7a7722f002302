// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits until something that another thread does has happened. */
final class Awaiting {
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private Awaiting() {}

    static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as("waited too long").isNegative();
            Thread.sleep(20);
        }
    }
}
