// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** How tight pruning is: which objects are read, of those that hold no row that a query wants. */
package io.skipping.benchmarks.pruning;
