// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing;

import io.skipping.layers.Layers;
import io.skipping.testing.folder.Checkout;
import org.testng.annotations.Test;

/** What tests, the demo and benchmarks share knows none of them, nor what is tested: it only starts it. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(Checkout.class, "io.skipping.testing")
                .layer("spark", "tpch")
                .layer("lake", "meters")
                .layer("trino", "trips", "logs", "meters.layout")
                .layer("meters.format")
                .layer("meters.park", "meters.sink", "s3", "folder", "console", "process")
                .knows("io.skipping.committer.codec", "io.skipping.search.local")
                .check();
    }
}
