// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * One segment file: its columns, its metadata, its rows in memory. {@code docs/index-format.md} specifies it under "Segment". An engine's
 * Parquet library reads and writes the file, as a {@link io.skipping.index.store.segment.SegmentFormat}.
 */
package io.skipping.index.store.segment;
