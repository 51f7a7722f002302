// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex.Known;
import io.skipping.index.store.TableIndex.KnownObject;
import io.skipping.index.store.segment.SegmentFile;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Holds a state in memory.
 *
 * @param file the manifest in a listing; empty if this process wrote it and has not listed it yet
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

    /** Returns the objects of the state. */
    Known known() {
        ImmutableList.Builder<KnownObject> objects = ImmutableList.builder();
        for (SegmentEntry entry : manifest.segments()) {
            SegmentFile segment = segments.get(entry.name());
            entry.live().stream().forEach(object -> objects.add(known(segment, object)));
        }
        return new Known(manifest.snapshots(), objects.build());
    }

    private static KnownObject known(SegmentFile segment, int object) {
        int[] firstRange = segment.objects().firstRange();
        return new KnownObject(
                segment.objects().object(object),
                Arrays.stream(segment.rowCounts(), firstRange[object], firstRange[object + 1])
                        .sum());
    }

    /** Returns the approximate heap size in bytes: of what was fetched, and of all columns once they are decoded. */
    long bytes() {
        return segments.values().stream()
                .mapToLong(segment -> segment.bytes() + segment.heapBytes())
                .sum();
    }
}
