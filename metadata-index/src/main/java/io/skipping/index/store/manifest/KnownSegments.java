// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.segment.MemoryLimit;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentHead;
import io.skipping.index.store.segment.StoredDefinition;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds what a publication, or the beginning of a build, has fetched, within the memory that one state may take. The first
 * build of a large table leaves tens of thousands of segments: their heads stay in memory, and as many whole files as
 * there is room for. Other files are fetched again when they are merged. Thread-safe.
 */
final class KnownSegments {
    /** How many files stay in memory at most: the footers of small ones take more than the files themselves. */
    static final int MOST_FILES = 1000;

    private final IndexLayout layout;
    private final IndexReader reader;
    private final SummaryKeeper summaries;
    private final int mostFiles;
    private final MemoryLimit memory;
    private final Map<String, SegmentHead> heads = new HashMap<>();
    /** of the heads */
    private final Map<String, SummaryKeeper.Outside> outside = new HashMap<>();

    private final Map<String, SegmentFile> files = new LinkedHashMap<>();
    /** names of the {@link #files} that were merged */
    private final Set<String> merged = new HashSet<>();
    /** definitions, which are equal in most segments */
    private final Interner<List<StoredDefinition>> definitions = Interners.newStrongInterner();

    /** Says that there is no room for the heads of all segments, which is no fault of any of them. */
    static final class NoRoomException extends IndexUnavailableException {
        private NoRoomException(IndexLayout layout, MemoryLimit.ExceededException cause) {
            super("Cannot hold the paths and ranges of all segments of index %s: %s"
                    .formatted(layout.directory(), cause.getMessage()));
        }
    }

    /** Says that a segment that had been fetched could not be fetched again. It is not known any more. */
    static final class LaterFailureException extends IndexUnavailableException {
        private LaterFailureException(IndexUnavailableException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /**
     * Creates an instance with the given segments.
     *
     * @param loaded segments that are in memory, by name
     * @param mostFiles how many files to keep at most
     */
    KnownSegments(
            IndexLayout layout,
            IndexReader reader,
            SummaryKeeper summaries,
            Map<String, SegmentFile> loaded,
            int mostFiles) {
        this.layout = requireNonNull(layout, "layout is null");
        this.reader = requireNonNull(reader, "reader is null");
        this.summaries = requireNonNull(summaries, "summaries is null");
        this.mostFiles = mostFiles;
        this.memory = reader.newLimit();
        loaded.values().forEach(this::add);
    }

    /** Returns the head of a segment that was fetched. */
    synchronized Optional<SegmentHead> head(String name) {
        return Optional.ofNullable(heads.get(name));
    }

    /** Returns which summaries outside of its file belong to a segment that was fetched. */
    synchronized SummaryKeeper.Outside outside(String name) {
        return requireNonNull(outside.get(name), "the segment was not fetched");
    }

    /**
     * Keeps the head of a segment, and the whole file if there is room for it.
     *
     * @throws NoRoomException if there is no room for the head
     */
    synchronized SegmentHead add(SegmentFile file) {
        SegmentHead head = addHead(file);
        if (files.size() < mostFiles && !files.containsKey(file.name()) && takes(file.mostBytes())) {
            files.put(file.name(), file);
        }
        return head;
    }

    /**
     * Keeps a segment that was merged from others, which make room for it: the next queries read it instead of them.
     *
     * @throws NoRoomException if there is no room for the head
     */
    synchronized SegmentHead addMerged(SegmentFile file) {
        SegmentHead head = addHead(file);
        while (files.size() >= mostFiles || !takes(file.mostBytes())) {
            if (!evict(false)) {
                return head;
            }
        }
        files.put(file.name(), file);
        merged.add(file.name());
        return head;
    }

    private SegmentHead addHead(SegmentFile file) {
        SegmentHead head = file.head()
                .with(file.metadata().with(definitions.intern(file.metadata().definitions())));
        if (heads.put(head.name(), head) == null) {
            outside.put(head.name(), summaries.outside(file));
            while (!takes(head.headBytes())) {
                if (!evict(false) && !evict(true)) {
                    heads.remove(head.name());
                    outside.remove(head.name());
                    throw new NoRoomException(layout, memory.exceeded());
                }
            }
        }
        return head;
    }

    private boolean takes(long bytes) {
        try {
            memory.take(bytes);
            return true;
        } catch (MemoryLimit.ExceededException e) {
            return false;
        }
    }

    /** Drops a file, of those that were merged or of the others; returns whether there was one. */
    private boolean evict(boolean isMerged) {
        Optional<SegmentFile> evicted = files.values().stream()
                .filter(file -> merged.contains(file.name()) == isMerged)
                .findFirst();
        evicted.ifPresent(this::drop);
        return evicted.isPresent();
    }

    private void drop(SegmentFile file) {
        files.remove(file.name());
        merged.remove(file.name());
        memory.release(file.mostBytes());
    }

    /** Drops a segment that does not exist any more. */
    synchronized void forget(String name) {
        SegmentHead head = heads.remove(name);
        outside.remove(name);
        if (head != null) {
            memory.release(head.headBytes());
        }
        Optional.ofNullable(files.get(name)).ifPresent(this::drop);
    }

    /**
     * Returns the file of a source, which is fetched again if it is not in memory, and does not stay there then.
     *
     * @throws LaterFailureException if it cannot be fetched
     */
    SegmentFile open(Source source) {
        SegmentHead head = source.head();
        Optional<SegmentFile> kept = file(head.name());
        if (kept.isPresent()) {
            return kept.get();
        }
        try {
            return reader.segment(head.name(), head.bytes(), source.checksum());
        } catch (IndexUnavailableException e) {
            forget(head.name());
            throw new LaterFailureException(e);
        }
    }

    private synchronized Optional<SegmentFile> file(String name) {
        return Optional.ofNullable(files.get(name));
    }

    /** Returns these files if all of them are in memory. */
    synchronized Optional<Map<String, SegmentFile>> files(Collection<String> names) {
        Map<String, SegmentFile> found = new HashMap<>();
        for (String name : names) {
            SegmentFile file = files.get(name);
            if (file == null) {
                return Optional.empty();
            }
            found.put(name, file);
        }
        return Optional.of(found);
    }
}
