// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.Setting;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Holds what an index costs.
 *
 * @param scanSeconds times that the stock connector took to read the indexed columns
 * @param buildSeconds times of builds, each right after the scan at the same index
 */
record IndexCost(IndexKind kind, long indexBytes, List<Double> scanSeconds, List<Double> buildSeconds) {
    /** The limit for the time of a build, divided by the time to read the columns. */
    static final double MOST_TIME = 1.2;

    static IndexCost measure(Lake lake, IndexKind kind, int rounds) throws IOException, SQLException {
        List<Double> scans = new ArrayList<>();
        List<Double> builds = new ArrayList<>();
        long bytes = 0;
        for (int round = 0; round < rounds; round++) {
            String table = "%s_%s_%d".formatted(kind.dataSet().name(), kind.name(), round);
            kind.creator().create(lake, table);
            IndexedTable index = lake.index(table);
            kind.request(index);
            String counts = kind.columns().stream()
                    .map("count(%s)"::formatted)
                    .collect(Collectors.joining(", ", "SELECT ", " FROM " + Lake.name(Setting.PLAIN, table)));
            scans.add(lake.queries().run(counts).seconds());
            long start = System.nanoTime();
            index.buildOnce();
            builds.add((System.nanoTime() - start) / 1e9);
            if (!index.isComplete()) {
                throw new IOException("Not all objects of %s are in its index".formatted(table));
            }
            bytes = index.bytes();
        }
        return new IndexCost(kind, bytes, scans, builds);
    }

    /** Returns the name of this index in results. */
    String name() {
        return "index/%s/%s".formatted(kind.dataSet().name(), kind.name());
    }

    double percent() {
        return 100.0 * indexBytes / kind.dataSet().bytes();
    }

    Quartiles scan() {
        return Quartiles.of(scanSeconds.stream().mapToDouble(seconds -> seconds));
    }

    Quartiles build() {
        return Quartiles.of(buildSeconds.stream().mapToDouble(seconds -> seconds));
    }

    /** Returns the build time divided by the scan time, of each pair: what slows down both cancels out. */
    Quartiles ratio() {
        return Quartiles.of(IntStream.range(0, scanSeconds.size())
                .mapToDouble(round -> buildSeconds.get(round) / scanSeconds.get(round)));
    }

    boolean sizeMet() {
        return percent() <= kind.mostPercent().orElse(Double.MAX_VALUE);
    }

    Aim.Verdict timeMet() {
        return Aim.Verdict.of(MOST_TIME, ratio());
    }
}
