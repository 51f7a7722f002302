// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexLayout.SegmentName;
import io.skipping.index.store.StoredFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds the files of an index at one moment.
 *
 * @param manifests newest first
 * @param markers by name of the build
 * @param temporary files of writers that died
 */
record Listing(
        List<ManifestFile> manifests,
        List<SegmentEntryFile> segments,
        Map<String, StoredFile> markers,
        List<StoredFile> temporary) {
    Listing {
        manifests = ImmutableList.copyOf(manifests);
        segments = ImmutableList.copyOf(segments);
        markers = ImmutableMap.copyOf(markers);
        temporary = ImmutableList.copyOf(temporary);
    }

    record ManifestFile(long number, StoredFile file) {}

    record SegmentEntryFile(SegmentName name, StoredFile file) {}

    /** @param files below the folder of the index; of those that are alike, only the uppermost are its own: others are of copies */
    static Listing of(List<StoredFile> files) {
        int depth = files.stream()
                .filter(file -> IndexLayout.FOLDERS.contains(file.location().folderName()))
                .mapToInt(Listing::depth)
                .min()
                .orElse(0);
        List<ManifestFile> manifests = new ArrayList<>();
        List<SegmentEntryFile> segments = new ArrayList<>();
        Map<String, StoredFile> markers = new HashMap<>();
        List<StoredFile> temporary = new ArrayList<>();
        for (StoredFile file : files) {
            if (depth(file) != depth) {
                continue;
            }
            String name = file.location().name();
            switch (file.location().folderName()) {
                case IndexLayout.MANIFESTS:
                    if (name.startsWith(".")) {
                        temporary.add(file);
                    }
                    IndexLayout.manifestNumber(name).ifPresent(number -> manifests.add(new ManifestFile(number, file)));
                    break;
                case IndexLayout.SEGMENTS:
                    IndexLayout.segmentName(name)
                            .ifPresent(segment -> segments.add(new SegmentEntryFile(segment, file)));
                    break;
                case IndexLayout.BUILDS:
                    IndexLayout.markedBuild(name).ifPresent(build -> markers.put(build, file));
                    break;
                default:
                    break;
            }
        }
        manifests.sort(Comparator.comparingLong(ManifestFile::number).reversed());
        return new Listing(manifests, segments, markers, temporary);
    }

    private static int depth(StoredFile file) {
        return CharMatcher.is('/').countIn(file.location().text());
    }

    long newestNumber() {
        return manifests.isEmpty() ? 0 : manifests.get(0).number();
    }

    /** Returns the builds that have begun, or written a segment, since a time by the store's clock. */
    Set<String> underWay(Instant since) {
        Set<String> writing = segments.stream()
                .filter(segment -> !segment.file().lastModified().isBefore(since))
                .map(segment -> segment.name().build())
                .collect(Collectors.toSet());
        return markers.entrySet().stream()
                .filter(marker ->
                        !marker.getValue().lastModified().isBefore(since) || writing.contains(marker.getKey()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
