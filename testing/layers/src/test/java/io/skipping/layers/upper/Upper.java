// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.layers.upper;

import io.skipping.layers.lower.Lower;

/** Knows what is below it. */
public final class Upper {
    public final Lower below = new Lower();
}
