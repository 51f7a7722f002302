// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Defines the models of layouts, which assign each record to a partition, and the file that stores a model.
 * docs/partitioner.md specifies them.
 *
 * <p>Start at {@link io.skipping.partitioner.LayoutModel}; {@code io.skipping.partitioner.train} trains models.
 */
package io.skipping.partitioner;
