// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Measures what skipping costs for queries that it cannot help, compared with the stock Hive connector. */
package io.skipping.benchmarks.overhead;
