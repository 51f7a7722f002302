// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.elasticsearch;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** The process of a node knows nothing but its engine. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(ElasticsearchNode.class, "io.skipping.search.elasticsearch")
                .layer("")
                .libraries("org.codelibs.elasticsearch", "org.elasticsearch")
                .check();
    }
}
