// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.layers.lower;

/** Knows nothing. */
public final class Lower {}
