// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Builds indexes by Spark: reads files on executors with Spark's own reader, and summarises what it returns. */
package io.skipping.spark.build;
