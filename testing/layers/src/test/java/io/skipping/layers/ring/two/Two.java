// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.layers.ring.two;

import io.skipping.layers.ring.one.One;

/** Forms a cycle of packages with {@link One}. */
public final class Two {
    public One one;
}
