// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** A benchmark that queries a local S3 by local Trinos of several releases, which take turns. */
public abstract class ReleasesBenchmark extends Benchmark {
    @Option(
            names = "--trino",
            paramLabel = "RELEASE",
            split = ",",
            description = "Releases of Trino, with commas between them (default: 476,483).")
    private List<TrinoRelease> releases = List.of(TrinoRelease.values());

    protected ReleasesBenchmark(String name) {
        super(name);
    }

    protected final List<TrinoRelease> releases() {
        return releases.stream().distinct().toList();
    }

    /** Creates the tables and measures queries over them. */
    protected abstract Report measure(Servers servers) throws IOException, SQLException;

    @Override
    protected final boolean measure(Results results) throws IOException, SQLException {
        String names = releases().stream().map(TrinoRelease::toString).collect(Collectors.joining(" and "));
        steps().begin("Starting S3 and Trino " + names);
        try (Servers servers = Servers.start(folder(), releases())) {
            double load = Machine.load();
            return write(results, measure(servers), names, load);
        }
    }
}
