// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Compares the stores of indexes, at a million objects. */
package io.skipping.benchmarks.stores;
