// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Uses a layout as the partitioner of Kafka producers; docs/partitioner-adapters.md describes its use.
 *
 * <p>Start at {@link io.skipping.partitioner.kafka.LayoutPartitioner}.
 */
package io.skipping.partitioner.kafka;
