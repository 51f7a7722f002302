// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.table;

import static com.google.common.base.Throwables.throwIfUnchecked;
import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNullElse;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.trino.plugin.iceberg.IcebergFileFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.ManifestEvaluator;
import org.apache.iceberg.expressions.Projections;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.types.Types.NestedField;

/** Finds the data files of a table in its manifests, without listing folders and without planning a scan. */
final class DataFiles {
    /** The number of files with metadata that are read at the same time. */
    private static final int AT_ONCE = 32;

    /** The columns of manifests that are used. Most of a manifest is bounds and counts of the columns of files. */
    private static final List<String> USED = Stream.of(
                    DataFile.FILE_PATH,
                    DataFile.FILE_FORMAT,
                    DataFile.RECORD_COUNT,
                    DataFile.FILE_SIZE,
                    DataFile.KEY_METADATA)
            .map(NestedField::name)
            .collect(toImmutableList());

    private static final List<String> USED_WITH_PARTITION = ImmutableList.<String>builder()
            .addAll(USED)
            .add(DataFile.PARTITION_NAME)
            .build();

    /** The property by which a refresh of a materialized view marks the snapshot that it makes of the storage table. */
    private static final String MATERIALIZED_VIEW = "dependsOnTables";

    private DataFiles() {}

    /**
     * Returns the data files of all snapshots of a table, and thereby of all its branches and tags. Each path occurs once, as it was
     * added last.
     *
     * <p>{@code docs/index-format.md} says under "Known snapshots" why what is known need not be read.
     *
     * @param table as its metadata file describes it; it is not refreshed
     * @param known files that need not be found. They are of no use if a snapshot that has them has expired
     * @param executor runs the reads
     */
    static List<StoredFile> all(Table table, KnownFiles known, Executor executor) {
        KnownFiles useful = snapshotIds(table).containsAll(known.snapshots()) ? known : KnownFiles.NONE;
        Map<String, StoredFile> files = new LinkedHashMap<>();
        useful.files().forEach(file -> files.put(file.path(), file));
        inParallel(
                        manifests(table, useful.snapshots(), executor),
                        manifest ->
                                files(table, manifest, Expressions.alwaysTrue(), Integer.MAX_VALUE, DataFiles::stored),
                        executor)
                .forEach(ofManifest -> ofManifest.forEach(file ->
                        files.merge(file.path(), file, (before, other) -> other.isLaterThan(before) ? other : before)));
        return ImmutableList.copyOf(files.values());
    }

    /** Returns the manifests of data files of all snapshots, except those that some snapshots have. */
    private static Collection<ManifestFile> manifests(Table table, Set<Long> except, Executor executor) {
        Map<String, ManifestFile> manifests = new LinkedHashMap<>();
        inParallel(
                        snapshots(table).stream()
                                .filter(snapshot -> !except.contains(snapshot.snapshotId()))
                                .collect(toImmutableList()),
                        (Snapshot snapshot) -> snapshot.dataManifests(table.io()),
                        executor)
                .forEach(ofSnapshot -> ofSnapshot.stream()
                        .filter(manifest -> manifest.snapshotId() == null || !except.contains(manifest.snapshotId()))
                        .forEach(manifest -> manifests.putIfAbsent(manifest.path(), manifest)));
        return manifests.values();
    }

    /**
     * Says which snapshot has added a data file.
     *
     * @param snapshot empty if it has expired
     */
    record Written(String path, Optional<Snapshot> snapshot) {}

    /**
     * Returns which snapshots have added the data files of a table. Reads all manifests; a file may occur more than once.
     *
     * @param executor runs the reads
     */
    static List<Written> written(Table table, Executor executor) {
        Map<Long, Snapshot> bySequenceNumber = new HashMap<>();
        table.snapshots().forEach(snapshot -> bySequenceNumber.put(snapshot.sequenceNumber(), snapshot));
        return inParallel(
                        manifests(table, Set.of(), executor),
                        manifest -> files(
                                table,
                                manifest,
                                Expressions.alwaysTrue(),
                                Integer.MAX_VALUE,
                                file -> new Written(file.location(), adder(table, bySequenceNumber, manifest, file))),
                        executor)
                .stream()
                .flatMap(List::stream)
                .collect(toImmutableList());
    }

    private static Optional<Snapshot> adder(
            Table table, Map<Long, Snapshot> bySequenceNumber, ManifestFile manifest, DataFile file) {
        Long number = file.fileSequenceNumber();
        return number != null && number > 0
                ? Optional.ofNullable(bySequenceNumber.get(number))
                // a table of format version 1 has no numbers; of these, the snapshot of the manifest is close
                : Optional.ofNullable(manifest.snapshotId()).map(table::snapshot);
    }

    /**
     * Returns the first data files of a snapshot, in the order of its manifests. Reads these one by one, and no more of them than
     * the files are in.
     *
     * @param filter leaves out files that it excludes by their partitions. Bounds of columns leave none out
     * @param most the largest number of files
     */
    static List<StoredFile> first(Table table, Snapshot snapshot, Expression filter, int most) {
        ImmutableList.Builder<StoredFile> files = ImmutableList.builder();
        int left = most;
        for (ManifestFile manifest : snapshot.dataManifests(table.io())) {
            if (left == 0) {
                break;
            }
            PartitionSpec spec = table.specs().get(manifest.partitionSpecId());
            if (!ManifestEvaluator.forRowFilter(filter, spec, true).eval(manifest)) {
                continue;
            }
            List<StoredFile> ofManifest =
                    files(table, manifest, Projections.inclusive(spec).project(filter), left, DataFiles::stored);
            files.addAll(ofManifest);
            left -= ofManifest.size();
        }
        return files.build();
    }

    /** Returns the ids of all snapshots of a table. */
    static Set<Long> snapshotIds(Table table) {
        return snapshots(table).stream().map(Snapshot::snapshotId).collect(toImmutableSet());
    }

    /**
     * Returns the snapshots of a table that can be read. A refresh of a materialized view deletes the files of former snapshots
     * of its storage table, and Trino 476 leaves these snapshots in the metadata.
     */
    private static List<Snapshot> snapshots(Table table) {
        List<Snapshot> all = ImmutableList.copyOf(table.snapshots());
        return all.stream().anyMatch(snapshot -> summary(snapshot).containsKey(MATERIALIZED_VIEW))
                ? Stream.ofNullable(table.currentSnapshot()).collect(toImmutableList())
                : all;
    }

    /** Returns what a snapshot tells of itself; nothing in some tables of format version 1, where this is optional. */
    static Map<String, String> summary(Snapshot snapshot) {
        return requireNonNullElse(snapshot.summary(), ImmutableMap.of());
    }

    /**
     * Returns something of the first files that a manifest lists and does not mark as deleted.
     *
     * @param partitions the condition on their partitions
     */
    private static <T> List<T> files(
            Table table, ManifestFile manifest, Expression partitions, int most, Function<DataFile, T> function) {
        List<T> files = new ArrayList<>();
        try (ManifestReader<DataFile> reader = ManifestFiles.read(manifest, table.io(), table.specs())
                        .select(partitions == Expressions.alwaysTrue() ? USED : USED_WITH_PARTITION)
                        .filterPartitions(partitions);
                CloseableIterator<DataFile> listed = reader.iterator()) {
            while (files.size() < most && listed.hasNext()) {
                files.add(function.apply(listed.next()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static StoredFile stored(DataFile file) {
        return new StoredFile(
                file.location(),
                file.fileSizeInBytes(),
                file.recordCount(),
                file.dataSequenceNumber() == null ? OptionalLong.empty() : OptionalLong.of(file.dataSequenceNumber()),
                IcebergFileFormat.fromIceberg(file.format()),
                file.keyMetadata() != null);
    }

    private static <T, R> List<R> inParallel(Collection<T> work, Function<T, R> function, Executor executor) {
        Semaphore running = new Semaphore(AT_ONCE);
        List<CompletableFuture<R>> results = work.stream()
                .map(item -> CompletableFuture.supplyAsync(
                        () -> {
                            running.acquireUninterruptibly();
                            try {
                                return function.apply(item);
                            } finally {
                                running.release();
                            }
                        },
                        executor))
                .toList();
        try {
            return results.stream().map(CompletableFuture::join).collect(toImmutableList());
        } catch (CompletionException e) {
            throwIfUnchecked(e.getCause());
            throw e;
        }
    }
}
