// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Measures how tight pruning is: how many objects without a matching row queries still read. */
package io.skipping.benchmarks.pruning;
