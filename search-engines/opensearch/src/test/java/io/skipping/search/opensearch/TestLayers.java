// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.opensearch;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** The process of a node knows nothing but its engine. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(OpenSearchNode.class, "io.skipping.search.opensearch")
                .layer("")
                .libraries("org.codelibs.opensearch", "org.opensearch")
                .check();
    }
}
