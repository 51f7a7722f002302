// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.skipping.builder.job.Interruption;
import io.skipping.builder.job.JobEnvironment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.sql.Driver;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Runs the command as a shell would, and keeps what it says. */
final class CapturedRun {
    static final Instant NOW = Instant.parse("2024-06-07T12:00:00Z");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Interruption interruption = new Interruption();
    private final JobEnvironment environment;

    CapturedRun(Driver driver) {
        this(driver, Map.of(), Optional.empty());
    }

    CapturedRun(Driver driver, Map<String, String> variables, Optional<String> typedPassword) {
        this(driver, variables, typedPassword, System::nanoTime);
    }

    CapturedRun(Driver driver, Map<String, String> variables, Optional<String> typedPassword, LongSupplier nanoTime) {
        environment = new JobEnvironment(
                driver,
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                () -> false,
                variables,
                _ -> typedPassword.map(String::toCharArray),
                InstantSource.fixed(NOW),
                nanoTime,
                interruption);
    }

    int run(String... arguments) {
        try {
            return IndexBuilder.run(environment, arguments);
        } finally {
            interruption.end();
        }
    }

    Interruption interruption() {
        return interruption;
    }

    String out() {
        return out.toString(UTF_8);
    }

    String err() {
        return err.toString(UTF_8);
    }
}
