// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** {@code bin/bench scale} measures how planning, memory, lookups and builds grow with the number of objects. */
package io.skipping.benchmarks.scale;
