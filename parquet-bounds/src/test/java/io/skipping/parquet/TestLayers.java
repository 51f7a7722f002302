// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.parquet;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** Every engine has its own Parquet. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(ParquetBounds.class, "io.skipping.parquet")
                .layer("")
                .knows("io.skipping.index")
                .libraries("io.airlift.slice", "org.apache.parquet")
                .check();
    }
}
