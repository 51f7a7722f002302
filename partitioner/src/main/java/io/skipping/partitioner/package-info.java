// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Models of layouts: which record goes to which partition, and the file that a model is kept in. docs/partitioner.md
 * specifies them.
 *
 * <p>Start at {@link io.skipping.partitioner.LayoutModel}; models are trained by {@code io.skipping.partitioner.train}.
 */
package io.skipping.partitioner;
