// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.layers.ring.one;

import io.skipping.layers.ring.two.Two;

/** Forms a cycle of packages with {@link Two}. */
public final class One {
    public Two two;
}
