// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Compares plain Hive, Iceberg, and skipping on the same rows. */
package io.skipping.benchmarks.skipping;
