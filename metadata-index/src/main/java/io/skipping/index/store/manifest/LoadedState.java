// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.segment.SegmentFile;
import java.util.Map;
import java.util.Optional;

/**
 * A state in memory.
 *
 * @param file the manifest as it was listed; empty if we wrote it and have not seen it in a listing
 * @param segments by name
 */
record LoadedState(
        Optional<StoredFile> file, Manifest manifest, IndexSnapshot snapshot, Map<String, SegmentFile> segments) {
    LoadedState {
        requireNonNull(file, "file is null");
        requireNonNull(manifest, "manifest is null");
        requireNonNull(snapshot, "snapshot is null");
        segments = ImmutableMap.copyOf(segments);
    }

    /** Heap bytes, roughly: what was fetched, and what comes of it when every column is decoded. */
    long bytes() {
        return segments.values().stream()
                .mapToLong(segment -> segment.bytes() + segment.heapBytes())
                .sum();
    }
}
