// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The stores of indexes side by side, at a million objects. */
package io.skipping.benchmarks.stores;
