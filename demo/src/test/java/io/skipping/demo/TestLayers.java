// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** The demo knows the rest of the project as a user does, and what starts it. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(DemoReport.class, "io.skipping.demo")
                .layer("")
                .knows("io.skipping.testing")
                .check();
    }
}
