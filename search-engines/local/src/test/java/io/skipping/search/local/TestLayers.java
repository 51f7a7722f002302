// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.local;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** Search engines run in JVMs of their own, so their classes are not known. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(SearchProduct.class, "io.skipping.search.local")
                .layer("")
                .libraries()
                .check();
    }
}
