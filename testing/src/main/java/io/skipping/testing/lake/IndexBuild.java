// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs the job that builds an index as a user runs it, in a process of its own. */
public final class IndexBuild {
    private IndexBuild() {}

    /**
     * Returns the job, not yet started. Its stderr is merged into its stdout.
     *
     * @param table as {@code schema.table}
     * @param rangeSize bytes of data per summary, such as {@code 8MB}; the connector's default if empty
     */
    public static ProcessBuilder of(LocalLake lake, String table, Optional<String> rangeSize) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Checkout.indexBuilder().toString(),
                "build",
                "--server",
                lake.trino().uri().toString(),
                "--catalog",
                LocalLake.SKIPPING_CATALOG,
                "--table",
                table));
        rangeSize.ifPresent(size -> command.addAll(List.of("--range-size", size)));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }
}
