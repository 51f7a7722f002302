// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Lays out data frames; docs/partitioner-adapters.md describes its use.
 *
 * <p>Start at {@link io.skipping.partitioner.spark.Layouts}, or for SQL at {@link
 * io.skipping.partitioner.spark.LayoutExtensions}.
 */
package io.skipping.partitioner.spark;
