// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Measures clients that query a table while jobs write to it and its index is built. */
package io.skipping.benchmarks.concurrency;
