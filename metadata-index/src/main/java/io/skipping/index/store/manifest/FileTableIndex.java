// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.LiveObjects;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.manifest.Candidates.Finding;
import io.skipping.index.store.manifest.Listing.ManifestFile;
import io.skipping.index.store.manifest.Publisher.Published;
import io.skipping.index.store.segment.Json;
import io.skipping.index.store.segment.MemoryLimit;
import io.skipping.index.store.segment.SegmentFile;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentMetadata;
import io.skipping.index.store.segment.StoredDefinition;
import io.skipping.index.type.IndexTypes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Implements the index of one table. Its states are manifests that name segment files, wherever these files and the
 * summaries are stored. Thread-safe.
 */
public final class FileTableIndex implements TableIndex {
    private final IndexedTable table;
    private final IndexLayout layout;
    private final FileStore files;
    private final SummaryKeeper summaries;
    private final IndexReader reader;
    private final Publisher publisher;
    private final StateCache cache;
    private final IndexTypes indexTypes;
    private final Optional<IndexUser> user;

    /**
     * Creates the index of a table; does no I/O.
     *
     * @param format reads and writes segment files
     * @param cache of states, shared by the tables of a store
     * @param user the user with whose rights these files are read; empty if nothing may be remembered for this user
     */
    public FileTableIndex(
            IndexedTable table,
            IndexLayout layout,
            FileStore files,
            SummaryKeeper summaries,
            SegmentFormat format,
            StateCache cache,
            IndexTypes indexTypes,
            Optional<IndexUser> user) {
        this.table = requireNonNull(table, "table is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.files = requireNonNull(files, "files is null");
        this.summaries = requireNonNull(summaries, "summaries is null");
        this.cache = requireNonNull(cache, "cache is null");
        this.reader = new IndexReader(table, layout, files, format, cache.mostStateBytes());
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.publisher = new Publisher(table, layout, files, reader, format, summaries, this::isUsable);
        this.user = requireNonNull(user, "user is null");
    }

    @Override
    public Optional<IndexSnapshot> current() {
        // the store is asked each time with the user's own rights, so that nobody sees a cached state that the store
        // would deny
        Listing listing = reader.listManifests();
        user.ifPresent(shown -> cache.show(layout, shown));
        if (listing.manifests().isEmpty()) {
            cache.remove(layout);
            return Optional.empty();
        }
        LoadedState newest = state(listing.manifests().get(0));
        cache.confirm(layout);
        return Optional.of(newest.snapshot());
    }

    private LoadedState state(ManifestFile newest) {
        Optional<LoadedState> cached = cached(newest);
        if (cached.isPresent()) {
            return cached.get();
        }
        return cache.load(layout, newest.file(), () -> cached(newest).orElseGet(() -> load(newest)));
    }

    @Override
    public Optional<Known> known() {
        return reader.listManifests().manifests().stream()
                .findFirst()
                .map(this::state)
                .filter(state -> !state.manifest().snapshots().isEmpty())
                .map(LoadedState::known);
    }

    @Override
    public Optional<IndexSnapshot> remembered() {
        return user.filter(asking -> cache.isShown(layout, asking))
                .flatMap(asking -> cache.get(layout))
                .map(LoadedState::snapshot);
    }

    @Override
    public Optional<IndexSnapshot> remembered(long tableSnapshot, Duration within) {
        return user.filter(asking -> cache.isShown(layout, asking) && cache.isConfirmed(layout, within))
                .flatMap(asking -> cache.get(layout))
                .filter(state -> state.manifest().snapshots().contains(tableSnapshot))
                .map(LoadedState::snapshot);
    }

    private Optional<LoadedState> cached(ManifestFile newest) {
        return cache.get(layout)
                .filter(state -> state.file().isPresent()
                        && IndexReader.isSameFile(state.file().get(), newest.file()));
    }

    private LoadedState load(ManifestFile newest) {
        Manifest manifest = reader.manifest(newest);
        // segment names are never reused, so that a segment in memory is the one in the store
        Map<String, SegmentFile> known = loaded();
        Optional<IndexUnavailableException> tooLarge = reader.tooLarge(manifest);
        if (tooLarge.isPresent()) {
            throw tooLarge.get();
        }
        MemoryLimit memory = reader.newLimit();
        Map<String, SegmentFile> segments =
                Parallel.map(manifest.segments(), entry -> reader.segment(entry, known, memory)).stream()
                        .collect(Collectors.toMap(SegmentFile::name, Function.identity()));
        try {
            return remember(Optional.of(newest.file()), manifest, segments);
        } catch (IndexUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new IndexUnavailableException(
                    "Index %s is damaged: %s; run index-builder build to repair the index"
                            .formatted(newest.file().location(), e.getMessage()),
                    e);
        }
    }

    /** Returns the segments of the state in memory, by name. */
    private Map<String, SegmentFile> loaded() {
        return cache.get(layout).map(LoadedState::segments).orElse(Map.of());
    }

    private LoadedState remember(Optional<StoredFile> file, Manifest manifest, Map<String, SegmentFile> segments) {
        List<Segment> views = manifest.segments().stream()
                .map(entry -> summaries.view(segments.get(entry.name()), entry.live(), this::isUsable))
                .toList();
        LoadedState state = new LoadedState(
                file, manifest, summaries.snapshot(manifest.state(), manifest.publishedMillis(), views), segments);
        cache.put(layout, state);
        return state;
    }

    private boolean isUsable(StoredDefinition stored) {
        return stored.isUsable(indexTypes);
    }

    @Override
    public List<IndexDefinition> requested() {
        return newest().map(Manifest::requested).orElse(List.of());
    }

    @Override
    public boolean isAutomatic() {
        return newest().map(Manifest::automatic).orElse(true);
    }

    /** Returns the newest manifest that can be read: a build, which replaces what is damaged, asks for it first. */
    private Optional<Manifest> newest() {
        Listing listing = reader.listManifests();
        return listing.manifests().stream()
                .findFirst()
                .flatMap(this::cached)
                .map(LoadedState::manifest)
                .or(() -> reader.newestReadable(listing));
    }

    @Override
    public void request(UnaryOperator<List<IndexDefinition>> change) {
        publisher.request(change);
    }

    @Override
    public void setAutomatic(boolean automatic) {
        publisher.setAutomatic(automatic);
    }

    @Override
    public String beginBuild() {
        // refuse now rather than after hours of summarising
        Listing listing = reader.listManifests();
        reader.newestReadable(listing);
        String build = IndexLayout.newBuild(Instant.now());
        files.prepare();
        files.write(
                layout.marker(build),
                ByteBuffer.wrap(Json.write(new MarkerJson(
                        "trino-skipping-build", 1, table.schema(), table.table(), table.location(), build))));
        return build;
    }

    record MarkerJson(String format, int version, String schema, String table, String location, String build) {}

    @Override
    public Coverage coverage() {
        Listing listing = reader.list();
        KnownSegments known = publisher.newKnownSegments(loaded(), 0);
        Candidates candidates =
                new Candidates(publisher.sources(listing, reader.newestReadable(listing), Optional.empty(), known));
        List<List<IndexDefinition>> usable = candidates.sources().stream()
                .map(source -> source.head().metadata().definitions().stream()
                        .filter(this::isUsable)
                        .map(StoredDefinition::definition)
                        .toList())
                .toList();
        return new Coverage() {
            @Override
            public boolean covers(LiveObject object, List<IndexDefinition> definitions) {
                Finding finding = candidates.find(object);
                return finding.winner().isPresent()
                        && usable.get(finding.winner().get().parts().get(0).source())
                                .containsAll(definitions);
            }

            @Override
            public boolean isTooYoung(LiveObject object, String build) {
                StoredFile marker = listing.markers().get(build);
                return marker != null
                        && Source.isTooYoung(
                                object.version().modifiedMillis(),
                                marker.lastModified().toEpochMilli());
            }
        };
    }

    @Override
    public SegmentSink newSegment(String build, List<IndexDefinition> definitions) {
        checkArgument(IndexLayout.isBuild(build), "not the name of a build: %s", build);
        SegmentMetadata metadata = new SegmentMetadata(table, build, StoredDefinition.layOut(definitions, indexTypes));
        return summaries.newSegment(metadata);
    }

    @Override
    public PublishResult publish(String build, Supplier<LiveObjects> live) {
        Published published = publisher.publish(build, live, loaded());
        published.segments().ifPresent(segments -> {
            remember(Optional.empty(), published.manifest(), segments);
            cache.confirm(layout);
        });
        Selection selection = published.selection();
        return new PublishResult(
                published.manifest().state(),
                selection.objects(),
                selection.ranges(),
                selection.added(),
                selection.tooYoung(),
                selection.dropped());
    }

    @Override
    public Inspection inspect() {
        Listing listing = reader.list();
        if (listing.manifests().isEmpty()) {
            return new Inspection(List.of(), Optional.empty());
        }
        Manifest manifest = reader.manifest(listing.manifests().get(0));
        Map<String, Long> there = listing.segments().stream()
                .collect(Collectors.toMap(
                        segment -> segment.name().fileName(),
                        segment -> segment.file().length()));
        Optional<String> problem = manifest.segments().stream()
                .filter(segment -> !Long.valueOf(segment.bytes()).equals(there.get(segment.name())))
                .findFirst()
                .map(segment ->
                        "Index %s %s, so no other server can read the index; run index-builder build to repair it"
                                .formatted(
                                        layout.segment(segment.name()),
                                        there.containsKey(segment.name())
                                                ? "does not have the size that it should"
                                                : "is missing"))
                .or(() -> reader.tooLarge(manifest).map(Throwable::getMessage))
                .or(() -> problemOfSummaries(listing.manifests().get(0)));
        return new Inspection(
                manifest.segments().stream()
                        .flatMap(segment -> segment.definitions().stream())
                        // records of the store itself are over no column
                        .filter(definition -> !definition.columns().isEmpty())
                        .distinct()
                        .toList(),
                problem);
    }

    /**
     * Returns what is wrong with summaries outside of segment files. Says nothing of a state that cannot be loaded.
     */
    private Optional<String> problemOfSummaries(ManifestFile newest) {
        return summaries.problem(() -> {
            try {
                return state(newest).snapshot().segments();
            } catch (IndexUnavailableException e) {
                return List.of();
            }
        });
    }

    @Override
    public Trial tryStore() {
        return new StoreTrial(layout, files, InstantSource.system()).run();
    }

    @Override
    public void abandon(String build) {
        publisher.end(build);
    }

    @Override
    public void discard(BooleanSupplier isWanted) {
        files.deleteFolder(layout.directory(), isWanted);
        cache.remove(layout);
    }

    @Override
    public VacuumResult vacuum(Duration age, boolean dryRun) {
        return new Vacuum(files, reader, summaries).run(Instant.now().minus(age), dryRun);
    }
}
