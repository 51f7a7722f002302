// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Reads and writes segments of indexes with Trino's Parquet library. */
package io.skipping.trino.core.segment;
