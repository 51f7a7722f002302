// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** The command knows Trino by its SQL alone. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(IndexBuilder.class, "io.skipping.builder")
                .layer("")
                .layer("build", "status", "advice", "doctor")
                .layer("catalog")
                .layer("job", "text")
                .knows("io.skipping.command")
                .libraries("picocli", "com.fasterxml.jackson", "io.trino.jdbc", "io.trino.sql")
                .check();
    }
}
