// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks;

import io.skipping.benchmarks.measure.Benchmark;
import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** Benchmarks stand on one frame, which knows none of them. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(Benchmark.class, "io.skipping.benchmarks")
                .layer("concurrency", "scale")
                .layer(
                        "commits",
                        "committing",
                        "formats",
                        "icebergplanning",
                        "jmh",
                        "layout",
                        "overhead",
                        "planning",
                        "pruning",
                        "questions",
                        "skipping",
                        "smallobjects",
                        "storageside",
                        "stores",
                        "text")
                .layer("measure")
                .layer("picture")
                .knows(
                        "io.skipping.testing",
                        "io.skipping.search.local",
                        "io.skipping.index",
                        "io.skipping.partitioner",
                        "io.skipping.trino.core")
                .check();
    }
}
