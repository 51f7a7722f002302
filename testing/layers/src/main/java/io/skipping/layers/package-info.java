// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Checks that imports go down: the test {@code TestLayers} of each module declares its layers here. {@link io.skipping.layers.ClassProgress}
 * prints a line for each class of tests.
 */
package io.skipping.layers;
