// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexUnavailableException;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex.VacuumResult;
import io.skipping.index.store.manifest.Listing.ManifestFile;
import io.skipping.index.store.manifest.Listing.SegmentEntryFile;
import io.skipping.index.store.segment.SegmentFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds and deletes what no state in use needs; {@code docs/index-format.md} specifies this under "Vacuum". */
final class Vacuum {
    private static final System.Logger log = System.getLogger(Vacuum.class.getName());

    private final FileStore files;
    private final IndexReader reader;
    private final SummaryKeeper summaries;

    Vacuum(FileStore files, IndexReader reader, SummaryKeeper summaries) {
        this.files = requireNonNull(files, "files is null");
        this.reader = requireNonNull(reader, "reader is null");
        this.summaries = requireNonNull(summaries, "summaries is null");
    }

    VacuumResult run(Instant olderThan, boolean dryRun) {
        Listing listing = reader.list();
        // a build may take longer than a vacuum waits
        Set<String> underWay = listing.underWay(olderThan);
        List<StoredFile> unneeded = unneeded(listing, underWay, olderThan);
        Set<FileLocation> locations =
                unneeded.stream().map(StoredFile::location).collect(Collectors.toCollection(LinkedHashSet::new));
        if (!dryRun && !locations.isEmpty()) {
            files.delete(locations);
        }
        VacuumResult rest = summaries.vacuum(() -> segments(listing, locations), underWay, olderThan, dryRun);
        return new VacuumResult(
                Stream.concat(locations.stream().map(FileLocation::toString), rest.files().stream())
                        .toList(),
                unneeded.stream().mapToLong(StoredFile::length).sum() + rest.bytes());
    }

    /** Returns the segments that remain. Throws if one cannot be read, because what it needs is unknown. */
    private Stream<SegmentFile> segments(Listing listing, Set<FileLocation> deleted) {
        return listing.segments().stream()
                .filter(segment -> !deleted.contains(segment.file().location()))
                .map(segment -> reader.segment(
                        segment.name().fileName(),
                        segment.file().length(),
                        segment.name().checksum()));
    }

    private List<StoredFile> unneeded(Listing listing, Set<String> underWay, Instant olderThan) {
        List<StoredFile> unneeded = new ArrayList<>();
        Set<String> needed = new HashSet<>();
        for (ManifestFile manifest : listing.manifests()) {
            boolean newest = manifest.number() == listing.newestNumber();
            if (!newest && isOlder(manifest.file(), olderThan)) {
                unneeded.add(manifest.file());
                continue;
            }
            try {
                reader.manifest(manifest).segments().forEach(segment -> needed.add(segment.name()));
            } catch (IndexUnavailableException e) {
                if (newest) {
                    throw e;
                }
                log.log(
                        WARNING,
                        "Vacuum cannot read which segments an older state needs: %s".formatted(e.getMessage()));
            }
        }
        for (SegmentEntryFile segment : listing.segments()) {
            if (!needed.contains(segment.name().fileName())
                    && !underWay.contains(segment.name().build())
                    && isOlder(segment.file(), olderThan)) {
                unneeded.add(segment.file());
            }
        }
        listing.markers().entrySet().stream()
                .filter(marker -> !underWay.contains(marker.getKey()))
                .map(Map.Entry::getValue)
                .forEach(unneeded::add);
        listing.temporary().stream().filter(file -> isOlder(file, olderThan)).forEach(unneeded::add);
        return unneeded;
    }

    private static boolean isOlder(StoredFile file, Instant instant) {
        return file.lastModified().isBefore(instant);
    }
}
