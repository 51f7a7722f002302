// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Reads and writes segments of indexes with parquet-hadoop, which Spark brings along. */
package io.skipping.spark.segment;
