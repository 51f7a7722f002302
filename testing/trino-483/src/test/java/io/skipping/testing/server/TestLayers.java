// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.server;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** The server knows nothing but Trino. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(TrinoServer.class, "io.skipping.testing.server")
                .layer("")
                .libraries("io.trino")
                .check();
    }
}
