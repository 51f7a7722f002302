// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** Spark has the libraries that it knows. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(SkippingExtensions.class, "io.skipping.spark")
                .layer("")
                .layer("scan", "build")
                .layer("explain")
                .layer("committed", "limit", "parts", "predicate", "segment")
                .layer("format", "sedona", "store")
                .layer("catalyst")
                .knows("io.skipping.command", "io.skipping.committer", "io.skipping.index", "io.skipping.parquet")
                .libraries(
                        "com.google.common",
                        "io.airlift.slice",
                        "org.apache.hadoop",
                        "org.apache.orc",
                        "org.apache.parquet",
                        "org.apache.spark",
                        "org.slf4j",
                        "picocli",
                        "scala")
                .check();
    }
}
