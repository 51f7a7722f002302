// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Rewrites tables and partitions of Trino by a layout. */
package io.skipping.partitioner.command.rewrite;
