// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** What skipping costs a query that it can't help, against the stock Hive connector. */
package io.skipping.benchmarks.overhead;
