// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** What statistics from indexes cost and gain when joins are planned: TPC-H, and stars of which one table has an index. */
package io.skipping.benchmarks.planning;
