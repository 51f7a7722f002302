// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObjects;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexGoneException;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.manifest.Listing.ManifestFile;
import io.skipping.index.store.manifest.Listing.SegmentEntryFile;
import io.skipping.index.store.manifest.SegmentMerger.Merged;
import io.skipping.index.store.segment.IndexDamagedException;
import io.skipping.index.store.segment.IndexLostException;
import io.skipping.index.store.segment.IndexRefusedException;
import io.skipping.index.store.segment.MemoryLimit;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentHead;
import io.skipping.index.store.segment.StoredDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Publishes new states; {@code docs/index-format.md} specifies this under "Publication". */
final class Publisher {
    private static final System.Logger log = System.getLogger(Publisher.class.getName());
    private static final int ATTEMPTS = 200;
    private static final long PAUSE_MILLIS = 50;

    /** How many of the newest states remain in any case, and how many others are deleted at once at least. */
    private static final int KEPT_STATES = 100;
    /** How long states remain at least, for readers that have just listed them. */
    private static final Duration KEPT_FOR = Duration.ofHours(1);

    /** How long a build may write nothing, and still be published. */
    private static final Duration ABANDONED_AFTER = Duration.ofDays(1);

    private final IndexedTable table;
    private final IndexLayout layout;
    private final FileStore files;
    private final IndexReader reader;
    private final SegmentFormat format;
    private final SummaryKeeper summaries;
    private final Predicate<StoredDefinition> usable;

    /** @param usable whether the installed index types can read a definition of a segment */
    Publisher(
            IndexedTable table,
            IndexLayout layout,
            FileStore files,
            IndexReader reader,
            SegmentFormat format,
            SummaryKeeper summaries,
            Predicate<StoredDefinition> usable) {
        this.table = requireNonNull(table, "table is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.files = requireNonNull(files, "files is null");
        this.reader = requireNonNull(reader, "reader is null");
        this.format = requireNonNull(format, "format is null");
        this.summaries = requireNonNull(summaries, "summaries is null");
        this.usable = requireNonNull(usable, "usable is null");
    }

    /**
     * Holds the result of a publication.
     *
     * @param manifest the newest state now
     * @param segments its segments, by name, if all of them are in memory
     */
    record Published(Manifest manifest, Optional<Map<String, SegmentFile>> segments, Selection selection) {}

    /** Returns an instance with segments that are in memory. */
    KnownSegments newKnownSegments(Map<String, SegmentFile> loaded, int mostFiles) {
        return new KnownSegments(layout, reader, summaries, loaded, mostFiles);
    }

    /**
     * Publishes the summaries of all live objects.
     *
     * @param lister lists the live objects
     * @param loaded segments in memory, by name
     */
    Published publish(String build, Supplier<LiveObjects> lister, Map<String, SegmentFile> loaded) {
        try {
            return publishUnlessGone(build, lister, loaded);
        } catch (IndexGoneException e) {
            throw IndexUnavailableException.buildEnded(build, table);
        }
    }

    private Published publishUnlessGone(String build, Supplier<LiveObjects> lister, Map<String, SegmentFile> loaded) {
        KnownSegments known = newKnownSegments(loaded, KnownSegments.MOST_FILES);
        long listedAfter = reader.listManifests().newestNumber();
        LiveObjects live = lister.get();
        boolean joins = true;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Listing listing = reader.list();
            if (!listing.markers().containsKey(build)) {
                throw IndexUnavailableException.buildEnded(build, table);
            }
            Optional<Manifest> newest = reader.newestReadable(listing);
            List<Source> sources = sources(listing, newest, Optional.of(build), known);
            Candidates candidates = new Candidates(sources);
            Selection selection = Selection.of(candidates, live.objects());
            if (selection.outdated() > 0 && listing.newestNumber() != listedAfter) {
                // another builder may have published what was written after we listed the table; its marker is gone, so
                // that nobody would adopt these summaries
                listedAfter = listing.newestNumber();
                live = lister.get();
                selection = Selection.of(candidates, live.objects());
            }
            SegmentMerger merger = new SegmentMerger(table, layout, files, reader, format, known);
            BitSet rewritten = MergePolicy.rewritten(selection, joins);
            List<Merged> merged;
            try {
                merged = merger.merge(selection, rewritten);
            } catch (KnownSegments.LaterFailureException e) {
                // no manifest names what was merged
                merger.discard();
                if (!files.exists(layout.marker(build))) {
                    throw IndexUnavailableException.buildEnded(build, table);
                }
                // the next attempt finds out whether the segment is lost, and leaves it out then
                log.log(WARNING, "Index of %s: merging again, because: %s".formatted(table, e.getMessage()));
                pause(attempt);
                continue;
            } catch (RuntimeException e) {
                merger.discard();
                if (joins && e.getCause() instanceof MemoryLimit.ExceededException) {
                    // small segments that are too large together remain as they are
                    log.log(
                            WARNING,
                            "Index of %s: small segments are not merged, because: %s".formatted(table, e.getMessage()));
                    joins = false;
                    continue;
                }
                throw e;
            }
            List<SegmentEntry> entries = entries(selection, rewritten, merged);

            // a state without one of the objects does not know their snapshots
            Set<Long> snapshots = selection.objects() == live.objects().size() ? live.snapshots() : ImmutableSet.of();
            Manifest next = manifest(listing, newest, build, snapshots, entries);
            boolean unchanged = newest.isPresent()
                    && newest.get().number() == listing.newestNumber()
                    && newest.get().snapshots().equals(snapshots)
                    && newest.get().segments().equals(entries);
            if (!unchanged && !files.exists(layout.marker(build))) {
                // merging takes time, and a table that was made anew meanwhile inherits nothing from us
                merger.discard();
                throw IndexUnavailableException.buildEnded(build, table);
            }
            Optional<IndexUnavailableException> tooLarge = reader.tooLarge(next);
            if (!unchanged
                    && tooLarge.isPresent()
                    && newest.isPresent()
                    && reader.tooLarge(newest.get()).isEmpty()) {
                // no query could use the next state, and all can use the one before
                merger.discard();
                throw new IndexUnavailableException("Index of %s stays as it was: with what is new, %s"
                        .formatted(table, tooLarge.get().getCause().getMessage()));
            }
            Creation creation = unchanged ? Creation.DONE : create(next);
            if (creation == Creation.DONE) {
                if (!unchanged) {
                    takeBackIfDiscarded(build, next);
                    forget(listing, build, next.number());
                }
                deleteParts(candidates);
                end(build);
                endAbandoned(listing, build);
                return new Published(
                        unchanged ? newest.get() : next,
                        known.files(entries.stream().map(SegmentEntry::name).toList()),
                        selection);
            }
            if (creation == Creation.PRECEDED) {
                merger.discard();
            }
            pause(attempt);
        }
        throw tooBusy();
    }

    /**
     * Deletes a manifest that was created just when the index was discarded because its table was dropped. Such a manifest
     * names segments that are gone, or is the only manifest. A vacuum also deletes markers, but leaves the
     * newest manifest and its segments.
     */
    private void takeBackIfDiscarded(String build, Manifest created) {
        Listing listing = reader.list();
        if (listing.markers().containsKey(build)) {
            return;
        }
        Set<String> there = listing.segments().stream()
                .map(segment -> segment.name().fileName())
                .collect(Collectors.toSet());
        boolean whole = created.segments().stream().allMatch(segment -> there.contains(segment.name()));
        boolean alone = listing.manifests().stream().allMatch(manifest -> manifest.number() == created.number());
        if (!whole || alone) {
            files.delete(List.of(layout.manifest(created.number())));
            throw IndexUnavailableException.buildEnded(build, table);
        }
    }

    /**
     * Deletes older states of an index that is published so often that a listing of them would take readers long. What only they name
     * is left for vacuum.
     *
     * @param number that of the newest state
     */
    private void forget(Listing listing, String build, long number) {
        Instant latest = listing.markers().get(build).lastModified().minus(KEPT_FOR);
        List<FileLocation> older = listing.manifests().stream()
                .filter(manifest -> manifest.number() <= number - KEPT_STATES
                        && manifest.file().lastModified().isBefore(latest))
                .map(manifest -> manifest.file().location())
                .toList();
        if (older.size() < KEPT_STATES) {
            return;
        }
        tryToDelete(older, "%s older states remain".formatted(older.size()));
    }

    /**
     * Deletes segments of this build that can never count: they have parts of objects whose other parts could not be summarised. Each
     * build that tries again would leave as many.
     */
    private void deleteParts(Candidates candidates) {
        List<FileLocation> parts =
                candidates.ownPartsAlone().stream().map(layout::segment).toList();
        tryToDelete(parts, "%s segments with parts of objects remain for vacuum".formatted(parts.size()));
    }

    /**
     * Deletes the markers of builds that have written nothing for long: they were killed. What counts of theirs is in this state, and
     * without the markers, later builds need not read the rest again.
     */
    private void endAbandoned(Listing listing, String build) {
        Set<String> underWay =
                listing.underWay(listing.markers().get(build).lastModified().minus(ABANDONED_AFTER));
        List<FileLocation> markers = listing.markers().keySet().stream()
                .filter(other -> !underWay.contains(other))
                .map(layout::marker)
                .toList();
        tryToDelete(markers, "the markers of %s builds that were killed remain".formatted(markers.size()));
    }

    /** Deletes the marker of a build that has ended. A failure is only logged: the marker does no harm if it remains. */
    void end(String build) {
        tryToDelete(List.of(layout.marker(build)), "build %s has ended, but its marker remains".formatted(build));
    }

    /** Deletes files that do no harm if they remain, and logs what does so if the store fails. */
    private void tryToDelete(List<FileLocation> unneeded, String otherwise) {
        if (unneeded.isEmpty()) {
            return;
        }
        try {
            files.delete(unneeded);
        } catch (IndexUnavailableException e) {
            log.log(WARNING, "Index of %s: %s: %s".formatted(table, otherwise, e.getMessage()));
        }
    }

    /** Changes the requested indexes and nothing else. */
    void request(UnaryOperator<List<IndexDefinition>> change) {
        request(change, UnaryOperator.identity());
    }

    /** Changes whether the builder chooses indexes, and nothing else. */
    void setAutomatic(boolean automatic) {
        request(UnaryOperator.identity(), before -> automatic);
    }

    private void request(UnaryOperator<List<IndexDefinition>> change, UnaryOperator<Boolean> automaticChange) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Listing listing = reader.listManifests();
            Optional<Manifest> newest = reader.newestReadable(listing);
            List<IndexDefinition> before = newest.map(Manifest::requested).orElse(List.of());
            List<IndexDefinition> after = change.apply(before);
            boolean automaticBefore = isAutomatic(newest);
            boolean automatic = automaticChange.apply(automaticBefore);
            if (after.equals(before) && automatic == automaticBefore) {
                return;
            }
            Manifest next = new Manifest(
                    UUID.randomUUID().toString(),
                    table,
                    nextNumber(listing),
                    newest.map(Manifest::publishedMillis).orElseGet(System::currentTimeMillis),
                    newest.map(Manifest::build).orElse(""),
                    after,
                    automatic,
                    newest.map(Manifest::snapshots).orElse(ImmutableSet.of()),
                    newest.map(Manifest::segments).orElse(List.of()));
            files.prepare();
            if (create(next) == Creation.DONE) {
                return;
            }
            pause(attempt);
        }
        throw tooBusy();
    }

    /**
     * Returns the segments of a state, and those of builds that never ended. Segments that will never be readable again,
     * or whose summaries outside of their files are incomplete, are left out, and builders summarise their objects again.
     *
     * @throws IndexUnavailableException if a segment could not be fetched or checked now, since the next state would be without it for good
     */
    List<Source> sources(Listing listing, Optional<Manifest> newest, Optional<String> own, KnownSegments known) {
        List<Loader> loaders = new ArrayList<>();
        Map<String, SegmentEntry> named = newest.map(Manifest::segments).orElse(List.of()).stream()
                .collect(Collectors.toMap(SegmentEntry::name, Function.identity()));
        Map<String, StoredFile> listed = listing.segments().stream()
                .collect(Collectors.toMap(segment -> segment.name().fileName(), SegmentEntryFile::file));
        named.values()
                .forEach(entry -> loaders.add(new Loader(
                        entry.name(),
                        () -> new Source(
                                // a segment that exists only in this server's memory must not be named again, because
                                // others could not read it
                                inMemory(entry.name(), listed, known).orElseGet(() -> known.add(stored(entry, listed))),
                                entry.checksum(),
                                entry.live(),
                                "",
                                entry.builtMillis(),
                                true,
                                false))));
        for (SegmentEntryFile segment : listing.segments()) {
            StoredFile marker = listing.markers().get(segment.name().build());
            String name = segment.name().fileName();
            if (marker == null || named.containsKey(name)) {
                continue;
            }
            loaders.add(new Loader(name, () -> {
                SegmentHead head = inMemory(name, listed, known)
                        .orElseGet(() -> known.add(reader.segment(
                                name, segment.file().length(), segment.name().checksum())));
                BitSet all = new BitSet();
                all.set(0, head.objects().count());
                return new Source(
                        head,
                        segment.name().checksum(),
                        all,
                        segment.name().build(),
                        marker.lastModified().toEpochMilli(),
                        false,
                        own.isPresent() && own.get().equals(segment.name().build()));
            }));
        }
        List<Source> readable = Parallel.map(loaders, this::load).stream()
                .filter(Objects::nonNull)
                .toList();
        Set<String> incomplete = incomplete(readable, known);
        return readable.stream()
                .filter(source -> !incomplete.contains(source.head().name()))
                .sorted(Comparator.comparingLong(Source::builtMillis)
                        .thenComparing(source -> source.head().name()))
                .toList();
    }

    private Set<String> incomplete(List<Source> sources, KnownSegments known) {
        Set<String> incomplete = summaries.incomplete(
                sources.stream()
                        .map(source -> new SummaryKeeper.Known(
                                source.head(), known.outside(source.head().name())))
                        .toList(),
                usable);
        incomplete.forEach(name -> log.log(
                WARNING,
                "Index of %s: leaving out a segment, because: not all summaries of index %s are there as they were written"
                        .formatted(table, layout.segment(name))));
        return incomplete;
    }

    /** Returns a source, whose segment may be in memory. */
    private record Loader(String segment, Supplier<Source> load) {}

    /**
     * Returns a segment from memory, if the file in the store was not written since it was fetched, nor shortly before.
     */
    private static Optional<SegmentHead> inMemory(String name, Map<String, StoredFile> listed, KnownSegments memory) {
        StoredFile file = listed.get(name);
        return memory.head(name)
                .filter(segment -> file != null
                        && file.length() == segment.bytes()
                        && file.lastModified().plusMillis(Source.RACY_MILLIS).isBefore(segment.fetched()));
    }

    /**
     * Reads a segment that a manifest names. Files may be read through a cache, which has them for a while after they are
     * gone, and others could not read such a segment.
     */
    private SegmentFile stored(SegmentEntry entry, Map<String, StoredFile> listed) {
        FileLocation location = layout.segment(entry.name());
        StoredFile file = listed.get(entry.name());
        // a segment may be written after its folder was listed, and before the manifests were
        if (file == null && !files.exists(location)) {
            throw new IndexDamagedException("Index %s is missing".formatted(location));
        }
        if (file != null && file.length() < entry.bytes()) {
            throw new IndexDamagedException("Index %s is damaged: it has %s bytes instead of %s"
                    .formatted(location, file.length(), entry.bytes()));
        }
        return reader.segment(entry);
    }

    private Source load(Loader loader) {
        try {
            return loader.load().get();
        } catch (IndexRefusedException | KnownSegments.NoRoomException e) {
            throw e;
        } catch (IndexUnavailableException e) {
            if (!isLost(loader.segment(), e)) {
                // the store may fail for good without telling us
                throw new IndexUnavailableException(
                        "%s; if this stays so, delete the file and build".formatted(e.getMessage()), e);
            }
            log.log(WARNING, "Index of %s: leaving out a segment, because: %s".formatted(table, e.getMessage()));
            return null;
        }
    }

    /**
     * Returns whether a segment is of no use for good. One that is too large would make every state too large that names
     * it; one may also be deleted after it was listed.
     */
    private boolean isLost(String segment, IndexUnavailableException failure) {
        return failure instanceof IndexDamagedException
                || failure instanceof IndexLostException
                || failure.getCause() instanceof MemoryLimit.ExceededException
                || !files.exists(layout.segment(segment));
    }

    private static List<SegmentEntry> entries(Selection selection, BitSet rewritten, List<Merged> merged) {
        List<SegmentEntry> entries = new ArrayList<>();
        for (int number = 0; number < selection.sources().size(); number++) {
            BitSet winners = selection.winners().get(number);
            if (!rewritten.get(number) && !winners.isEmpty()) {
                Source source = selection.sources().get(number);
                entries.add(SegmentEntry.of(source.head(), source.checksum(), source.builtMillis(), winners));
            }
        }
        for (Merged segment : merged) {
            BitSet all = new BitSet();
            all.set(0, segment.head().objects().count());
            entries.add(SegmentEntry.of(segment.head(), segment.checksum(), segment.builtMillis(), all));
        }
        entries.sort(Comparator.comparingLong(SegmentEntry::builtMillis).thenComparing(SegmentEntry::name));
        return entries;
    }

    private Manifest manifest(
            Listing listing, Optional<Manifest> newest, String build, Set<Long> snapshots, List<SegmentEntry> entries) {
        return new Manifest(
                UUID.randomUUID().toString(),
                table,
                nextNumber(listing),
                System.currentTimeMillis(),
                build,
                newest.map(Manifest::requested).orElse(List.of()),
                isAutomatic(newest),
                snapshots,
                entries);
    }

    private long nextNumber(Listing listing) {
        long newest = listing.newestNumber();
        if (newest >= IndexLayout.LARGEST_NUMBER) {
            throw new IndexUnavailableException(
                    "Cannot publish index %s: manifest %s has the largest possible number, which no build assigns: delete this file, then run index-builder build"
                            .formatted(layout.directory(), layout.manifest(newest)));
        }
        return newest + 1;
    }

    private static boolean isAutomatic(Optional<Manifest> newest) {
        return newest.map(Manifest::automatic).orElse(true);
    }

    private enum Creation {
        DONE,
        /** another writer came first */
        PRECEDED,
        /** the manifest was created or was not, so nothing that it names may be deleted */
        UNCLEAR
    }

    private Creation create(Manifest manifest) {
        if (files.createExclusive(layout.manifest(manifest.number()), manifest.toBytes())) {
            return Creation.DONE;
        }
        // it may be our own: the store's response may have been lost and the request repeated
        Optional<ManifestFile> there = reader.listManifests().manifests().stream()
                .filter(file -> file.number() == manifest.number())
                .findFirst();
        if (there.isEmpty()) {
            return Creation.UNCLEAR;
        }
        try {
            return reader.manifest(there.get()).id().equals(manifest.id()) ? Creation.DONE : Creation.PRECEDED;
        } catch (IndexRefusedException e) {
            throw e;
        } catch (IndexUnavailableException e) {
            return Creation.UNCLEAR;
        }
    }

    private static void pause(int attempt) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(PAUSE_MILLIS * Math.min(attempt + 1, 10)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IndexUnavailableException("Interrupted while publishing an index", e);
        }
    }

    private IndexUnavailableException tooBusy() {
        return new IndexUnavailableException("Cannot publish index %s: others were faster %s times; try again"
                .formatted(layout.directory(), ATTEMPTS));
    }
}
