// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Checks that imports go down. The test {@code TestLayers} of each module declares its layers here. */
package io.skipping.layers;
