// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** Kafka's clients have the libraries that it knows. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(LayoutPartitioner.class, "io.skipping.partitioner.kafka")
                .layer("")
                .knows("io.skipping.partitioner")
                .libraries("com.fasterxml.jackson", "org.apache.kafka", "org.slf4j")
                .check();
    }
}
