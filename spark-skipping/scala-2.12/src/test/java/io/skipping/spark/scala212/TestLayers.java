// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scala212;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** Checks that what Scala 2.12 lacks knows nothing of the adapter that calls it. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(CollectionConverters.class, "io.skipping.spark")
                .layer("scala212")
                .libraries("scala")
                .check();
    }
}
