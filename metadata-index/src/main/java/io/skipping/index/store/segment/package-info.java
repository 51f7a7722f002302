// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Represents a segment file: its columns, its metadata, and its rows in memory. {@code docs/index-format.md} specifies
 * the file under "Segment". An engine's Parquet library reads and writes it, as a
 * {@link io.skipping.index.store.segment.SegmentFormat}.
 */
package io.skipping.index.store.segment;
