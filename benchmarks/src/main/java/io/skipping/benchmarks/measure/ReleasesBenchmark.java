// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Measures queries of a local S3 by local Trinos of several releases, which take turns. */
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

    /**
     * Returns the order of contenders in each round, for {@link Rounds#ask}. The releases come in the same order each time,
     * so that what follows a query of another server does so in turns: within a release, the first in a round is the second
     * in the next.
     *
     * @param contenders those of each release
     */
    protected static <C> List<List<C>> turns(List<List<C>> contenders, int rounds) {
        List<List<C>> turns = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            List<C> turn = new ArrayList<>();
            for (List<C> ofRelease : contenders) {
                List<C> rotated = new ArrayList<>(ofRelease);
                Collections.rotate(rotated, round);
                turn.addAll(rotated);
            }
            // odd rounds are asked backward
            turns.add(round % 2 == 0 ? turn : turn.reversed());
        }
        return turns;
    }

    /** Creates the tables and measures queries over them. */
    protected abstract Report measure(Servers servers) throws IOException, SQLException;

    @Override
    protected final boolean measure(Results results) throws IOException, SQLException {
        String names = releases().stream().map(TrinoRelease::toString).collect(Collectors.joining(" and "));
        double load = Machine.load();
        steps().begin("Starting S3 and Trino " + names);
        try (Servers servers = Servers.start(folder(), releases())) {
            return write(results, measure(servers), names, load);
        }
    }
}
