// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.spark;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** Spark has the libraries that it knows. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(Layouts.class, "io.skipping.partitioner.spark")
                .layer("")
                .knows("io.skipping.partitioner")
                .libraries("org.apache.hadoop", "org.apache.spark", "scala")
                .check();
    }
}
