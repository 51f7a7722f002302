// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package com.example.agents;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** A user's plugin needs the index library, and Trino's SPI to be found. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(AgentsPlugin.class, "com.example.agents")
                .layer("")
                .knows("io.skipping.index")
                .libraries("io.airlift.slice", "io.trino.spi")
                .check();
    }
}
