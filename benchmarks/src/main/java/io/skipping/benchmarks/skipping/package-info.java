// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The same rows by plain Hive, by Iceberg, and with skipping. */
package io.skipping.benchmarks.skipping;
