// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import io.skipping.testing.s3.Latency;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Provides the options of benchmarks whose store is slower than the machine. */
public final class SlowStore {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    private int latencyMillis;
    private int megabytesPerSecond;

    @Option(
            names = "--latency",
            paramLabel = "MILLIS",
            defaultValue = "20",
            description = "Delay of each request at the store, where it has latency (default: 20).")
    private void setLatency(int millis) {
        latencyMillis = atLeast(0, "--latency", millis);
    }

    @Option(
            names = "--bandwidth",
            paramLabel = "MB",
            defaultValue = "50",
            description = "Bandwidth there of each stream and copy, in millions of bytes per second (default: 50).")
    private void setBandwidth(int megabytes) {
        megabytesPerSecond = atLeast(1, "--bandwidth", megabytes);
    }

    private int atLeast(int least, String option, int value) {
        if (value < least) {
            throw new ParameterException(spec.commandLine(), "%s %d: give at least %d".formatted(option, value, least));
        }
        return value;
    }

    /** Returns how slow the store is. */
    public Latency latency() {
        return new Latency(Duration.ofMillis(latencyMillis), megabytesPerSecond * 1_000_000L);
    }
}
