// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Computes the partition that a layout assigns to each row, as a partitioning function of the engine. */
package io.skipping.trino.core.layout;
