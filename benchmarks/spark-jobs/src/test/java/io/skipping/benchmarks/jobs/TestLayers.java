// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** The jobs know the committer, the adapter, and no benchmark. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(SparkJobs.class, "io.skipping.benchmarks.jobs")
                .layer("")
                .knows("io.skipping.committer", "io.skipping.spark")
                .libraries("io.trino.tpcds", "org.apache.hadoop", "org.apache.spark", "scala")
                .check();
    }
}
