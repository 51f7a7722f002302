// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Layouts of data frames; docs/partitioner-adapters.md tells how they are used.
 *
 * <p>Start at {@link io.skipping.partitioner.spark.Layouts}, or for SQL at {@link io.skipping.partitioner.spark.LayoutExtensions}.
 */
package io.skipping.partitioner.spark;
