// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static java.util.Objects.requireNonNull;

import io.airlift.log.Logger;
import io.airlift.slice.Slice;
import io.skipping.index.store.IndexUnavailableException;
import io.skipping.index.store.IndexedTable;
import io.skipping.index.store.object.Listing.ManifestFile;
import io.trino.filesystem.FileEntry;
import io.trino.filesystem.Location;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads and checks the files of one table's index. */
final class IndexReader {
    private static final Logger log = Logger.get(IndexReader.class);
    private static final String REMEDY = "; run index-builder build to repair the index";

    private final IndexedTable table;
    private final IndexLayout layout;
    private final IndexFiles files;
    private final Function<String, Type> types;

    IndexReader(IndexedTable table, IndexLayout layout, IndexFiles files, Function<String, Type> types) {
        this.table = requireNonNull(table, "table is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.files = requireNonNull(files, "files is null");
        this.types = requireNonNull(types, "types is null");
    }

    /** Lists everything; one request for each thousand files. */
    Listing list() {
        return Listing.of(files.list(Location.of(layout.directory() + "/")));
    }

    /** Lists the manifests. */
    Listing listManifests() {
        return Listing.of(files.list(layout.folder(IndexLayout.MANIFESTS)));
    }

    Manifest manifest(ManifestFile file) {
        Location location = layout.manifest(file.number());
        Slice content = files.read(location, file.file().length());
        Manifest manifest;
        try {
            manifest = Manifest.parse(content.getBytes(), types);
        } catch (IndexRefusedException e) {
            throw e.of(location);
        } catch (IOException | RuntimeException e) {
            throw damaged(location, e);
        }
        if (!manifest.table().equals(table)) {
            throw IndexRefusedException.otherTable(manifest.table(), table).of(location);
        }
        if (manifest.number() != file.number()) {
            throw new IndexUnavailableException("Index %s is damaged: it says that it is number %s%s"
                    .formatted(location, manifest.number(), REMEDY));
        }
        return manifest;
    }

    /** The newest manifest that can be read, for builders: they replace what is damaged. */
    Optional<Manifest> newestReadable(Listing listing) {
        for (ManifestFile file : listing.manifests()) {
            try {
                return Optional.of(manifest(file));
            } catch (IndexRefusedException e) {
                throw e;
            } catch (IndexUnavailableException e) {
                log.warn("Index of %s: going back to the state before, because: %s", table, e.getMessage());
            }
        }
        return Optional.empty();
    }

    /** A segment that a manifest names. */
    SegmentFile segment(SegmentEntry entry) {
        SegmentFile segment = segment(entry.name(), entry.bytes(), entry.checksum());
        if (segment.objects().count() != entry.objects() || segment.rangeCount() != entry.ranges()) {
            throw new IndexUnavailableException("Index %s is not the segment that its manifest names%s"
                    .formatted(layout.segment(entry.name()), REMEDY));
        }
        return segment;
    }

    SegmentFile segment(String name, long bytes, String checksum) {
        Location location = layout.segment(name);
        Slice content = files.read(location, bytes);
        String found = Checksum.of(content);
        if (!found.equals(checksum)) {
            throw new IndexUnavailableException("Index %s is damaged: its checksum is %s instead of %s%s"
                    .formatted(location, found, checksum, REMEDY));
        }
        return parse(name, content);
    }

    SegmentFile parse(String name, Slice content) {
        Location location = layout.segment(name);
        SegmentFile segment;
        try {
            segment = new SegmentFile(name, location.toString(), content, types);
        } catch (IndexRefusedException e) {
            throw e.of(location);
        } catch (IOException | RuntimeException e) {
            throw damaged(location, e);
        }
        if (!segment.metadata().table().equals(table)) {
            throw IndexRefusedException.otherTable(segment.metadata().table(), table)
                    .of(location);
        }
        return segment;
    }

    private static IndexUnavailableException damaged(Location location, Exception cause) {
        return new IndexUnavailableException(
                "Index %s is damaged: %s%s".formatted(location, cause.getMessage(), REMEDY), cause);
    }

    static boolean isSameFile(FileEntry left, FileEntry right) {
        return left.location().equals(right.location())
                && left.length() == right.length()
                && left.lastModified().equals(right.lastModified());
    }

    /** A segment that is in memory already, or else from the store. */
    SegmentFile segment(SegmentEntry entry, Map<String, SegmentFile> loaded) {
        SegmentFile known = loaded.get(entry.name());
        return known != null ? known : segment(entry);
    }
}
