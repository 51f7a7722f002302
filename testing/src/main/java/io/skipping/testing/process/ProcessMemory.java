// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.process;

import java.util.List;
import java.util.Optional;

/** Says how the Java of a server, or of Spark, manages its memory. */
public final class ProcessMemory {
    /** Set by the build for tests alone, separated by spaces. */
    private static final String VARIABLE = "TEST_PROCESS_MEMORY";

    private ProcessMemory() {}

    /**
     * Returns arguments of Java. Servers have G1, as Trino recommends. In tests, no processor is free to collect beside them,
     * so the build chooses others.
     */
    public static List<String> arguments() {
        return Optional.ofNullable(System.getenv(VARIABLE))
                .map(arguments -> List.of(arguments.split(" ")))
                .orElse(List.of("-XX:+UseG1GC"));
    }
}
