// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import io.skipping.layers.Layers;
import org.testng.annotations.Test;

/** What commands share knows no command. */
public class TestLayers {
    @Test
    public void testImportsGoDown() {
        Layers.of(ExitCode.class, "io.skipping.command")
                .layer("progress")
                .layer("")
                .libraries("picocli", "me.tongfei.progressbar")
                .check();
    }
}
