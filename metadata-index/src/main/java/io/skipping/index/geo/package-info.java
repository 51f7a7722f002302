// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Finds boxes around what conditions of engines demand of locations. */
package io.skipping.index.geo;
