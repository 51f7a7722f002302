// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.manifest.Listing.ManifestFile;
import io.skipping.index.store.segment.Checksum;
import io.skipping.index.store.segment.IndexDamagedException;
import io.skipping.index.store.segment.IndexRefusedException;
import io.skipping.index.store.segment.MemoryLimit;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentFormat;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Reads and checks the files of one table's index. */
final class IndexReader {
    private static final System.Logger log = System.getLogger(IndexReader.class.getName());
    /** Approximate number of bytes of memory for each byte of a manifest while it is read. */
    private static final int MANIFEST_HEAP_FACTOR = 8;

    private static final String REMEDY = "; run index-builder build to repair the index";

    private final IndexedTable table;
    private final IndexLayout layout;
    private final FileStore files;
    private final SegmentFormat format;
    private final long mostBytes;

    /** @param mostBytes maximum memory for an index, or for one of its files */
    IndexReader(IndexedTable table, IndexLayout layout, FileStore files, SegmentFormat format, long mostBytes) {
        this.table = requireNonNull(table, "table is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.files = requireNonNull(files, "files is null");
        this.format = requireNonNull(format, "format is null");
        this.mostBytes = mostBytes;
    }

    /** Lists all files; takes one request per thousand files. */
    Listing list() {
        return Listing.of(files.list(layout.directory().asFolder()));
    }

    /** Lists the manifests. */
    Listing listManifests() {
        return Listing.of(files.list(layout.folder(IndexLayout.MANIFESTS)));
    }

    Manifest manifest(ManifestFile file) {
        FileLocation location = layout.manifest(file.number());
        if (file.file().length() > mostBytes / MANIFEST_HEAP_FACTOR) {
            throw unusable(location, MemoryLimit.exceeded(mostBytes));
        }
        byte[] content = read(location, file.file().length());
        Manifest manifest;
        try {
            manifest = Manifest.parse(content);
        } catch (IndexRefusedException e) {
            throw e.of(location);
        } catch (IOException | RuntimeException e) {
            throw damaged(location, e);
        }
        if (!manifest.table().equals(table)) {
            throw IndexRefusedException.otherTable(manifest.table(), table).of(location);
        }
        if (manifest.number() != file.number()) {
            throw new IndexDamagedException("Index %s is damaged: it says that it is number %s%s"
                    .formatted(location, manifest.number(), REMEDY));
        }
        return manifest;
    }

    /**
     * Returns the newest manifest that is not damaged, for builders, which replace what is. A manifest that could not be
     * fetched, or that this server has no memory for, is not passed over: what users asked for may be in no other.
     */
    Optional<Manifest> newestReadable(Listing listing) {
        for (ManifestFile file : listing.manifests()) {
            try {
                return Optional.of(manifest(file));
            } catch (IndexDamagedException e) {
                log.log(
                        WARNING,
                        "Index of %s: going back to the state before, because: %s".formatted(table, e.getMessage()));
            }
        }
        return Optional.empty();
    }

    /** Returns a memory limit for one state, shared by its segments. */
    MemoryLimit newLimit() {
        return new MemoryLimit(mostBytes);
    }

    /**
     * Returns why a state cannot be used if it will take more memory than an index may, according to its manifest: before anything
     * is fetched. The cause has half a sentence about it.
     */
    Optional<IndexUnavailableException> tooLarge(Manifest manifest) {
        MemoryLimit memory = newLimit();
        try {
            for (SegmentEntry entry : manifest.segments()) {
                memory.take(entry.bytes());
                memory.take(entry.heapBytes());
                memory.take(SegmentFile.rangeBytes(entry.ranges()));
            }
            return Optional.empty();
        } catch (MemoryLimit.ExceededException e) {
            return Optional.of(unusable(layout.manifest(manifest.number()), e));
        }
    }

    /** Reads a segment that a manifest names. */
    SegmentFile segment(SegmentEntry entry) {
        return segment(entry, newLimit());
    }

    private SegmentFile segment(SegmentEntry entry, MemoryLimit memory) {
        SegmentFile segment = segment(entry.name(), entry.bytes(), entry.checksum(), memory);
        if (segment.objects().count() != entry.objects() || segment.rangeCount() != entry.ranges()) {
            throw new IndexDamagedException("Index %s is not the segment that its manifest names%s"
                    .formatted(layout.segment(entry.name()), REMEDY));
        }
        return segment;
    }

    SegmentFile segment(String name, long bytes, String checksum) {
        return segment(name, bytes, checksum, newLimit());
    }

    private SegmentFile segment(String name, long bytes, String checksum, MemoryLimit memory) {
        FileLocation location = layout.segment(name);
        if (bytes > mostBytes) {
            throw unusable(location, MemoryLimit.exceeded(mostBytes));
        }
        Slice content = Slices.wrappedBuffer(read(location, bytes));
        String found = Checksum.of(content);
        if (!found.equals(checksum)) {
            throw new IndexDamagedException("Index %s is damaged: its checksum is %s instead of %s%s"
                    .formatted(location, found, checksum, REMEDY));
        }
        return parse(name, content, memory);
    }

    private byte[] read(FileLocation location, long bytes) {
        if (bytes == 0) {
            // stores do not agree on what it is to read nothing
            throw new IndexDamagedException("Index %s is damaged: it is empty%s".formatted(location, REMEDY));
        }
        return files.read(location, bytes);
    }

    SegmentFile parse(String name, Slice content) {
        return parse(name, content, newLimit());
    }

    private SegmentFile parse(String name, Slice content, MemoryLimit memory) {
        FileLocation location = layout.segment(name);
        SegmentFile segment;
        try {
            segment = new SegmentFile(name, location.toString(), content, format, memory);
        } catch (IndexRefusedException e) {
            throw e.of(location);
        } catch (MemoryLimit.ExceededException e) {
            throw unusable(location, e);
        } catch (IOException | RuntimeException e) {
            throw damaged(location, e);
        }
        if (!segment.metadata().table().equals(table)) {
            throw IndexRefusedException.otherTable(segment.metadata().table(), table)
                    .of(location);
        }
        return segment;
    }

    private static IndexUnavailableException unusable(FileLocation location, MemoryLimit.ExceededException cause) {
        return new IndexUnavailableException("Cannot use index %s: %s".formatted(location, cause.getMessage()), cause);
    }

    private static IndexUnavailableException damaged(FileLocation location, Exception cause) {
        return new IndexDamagedException(
                "Index %s is damaged: %s%s".formatted(location, cause.getMessage(), REMEDY), cause);
    }

    static boolean isSameFile(StoredFile left, StoredFile right) {
        return left.location().equals(right.location())
                && left.length() == right.length()
                && left.lastModified().equals(right.lastModified());
    }

    /** Returns a segment from memory, or else from the store. */
    SegmentFile segment(SegmentEntry entry, Map<String, SegmentFile> loaded, MemoryLimit memory) {
        SegmentFile known = loaded.get(entry.name());
        if (known == null) {
            return segment(entry, memory);
        }
        try {
            memory.take(known.mostBytes());
        } catch (MemoryLimit.ExceededException e) {
            throw unusable(layout.segment(entry.name()), e);
        }
        return known;
    }
}
