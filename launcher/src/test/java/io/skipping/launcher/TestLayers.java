// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.launcher;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** Runs on any Java, so it knows nothing else. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(Launcher.class, "io.skipping.launcher").layer("").libraries().check();
    }
}
