// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static java.util.Objects.requireNonNull;

import io.airlift.log.Logger;
import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.Locations;
import io.skipping.committer.name.AttemptNames;
import io.skipping.trino.core.committed.ListedManifestFiles;
import io.skipping.trino.core.listed.ObjectTags;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.metastore.Partition;
import io.trino.metastore.Table;
import io.trino.plugin.hive.fs.DirectoryLister;
import io.trino.plugin.hive.fs.RemoteIterator;
import io.trino.plugin.hive.fs.TrinoFileStatus;
import io.trino.spi.connector.SchemaTableName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Lists objects for one transaction, and leaves out those that no manifest counts, unless the session asks for all. The
 * manifests of a table are read once, when its objects are first listed, so a commit during a query does not affect
 * that query. Thread-safe.
 */
final class CommittedLister implements DirectoryLister {
    private static final Logger log = Logger.get(CommittedLister.class);

    /** One page of a store's listing. Finding out whether these files include a manifest costs no extra request. */
    private static final int LOOKED_AHEAD = 1000;

    private final DirectoryLister hive;
    private final Executor executor;
    private final Runnable leftOut;
    private final Map<String, Manifests> byRoot = new ConcurrentHashMap<>();
    private final ObjectTags tags = new ObjectTags();
    private volatile boolean committedOnly;

    /**
     * @param committedOnly whether objects are left out, until {@link #setCommittedOnly} changes this
     * @param executor runs the lookup of a manifest while objects are listed
     * @param leftOut called once for each object that does not count
     */
    CommittedLister(DirectoryLister hive, boolean committedOnly, Executor executor, Runnable leftOut) {
        this.hive = requireNonNull(hive, "hive is null");
        this.committedOnly = committedOnly;
        this.executor = requireNonNull(executor, "executor is null");
        this.leftOut = requireNonNull(leftOut, "leftOut is null");
    }

    private record Manifests(ListedManifestFiles files, DataSets dataSets) {
        static Manifests of(TrinoFileSystem fileSystem, String root) {
            ListedManifestFiles files = new ListedManifestFiles(fileSystem, root);
            return new Manifests(files, new DataSets(files));
        }

        /** Reads the root manifest ahead of time. Later readers wait for this call or find its result. */
        void readRoot() {
            try {
                dataSets.dataSet("");
            } catch (IOException | RuntimeException e) {
                // a later reader meets the same failure and can report it
                log.debug(e, "The manifest of the whole table could not be read ahead");
            }
        }
    }

    /**
     * Sets whether listings leave out objects that do not count, for the query that now starts to list. Queries of a
     * transaction run one after another.
     */
    void setCommittedOnly(boolean committedOnly) {
        this.committedOnly = committedOnly;
    }

    /** Returns the content tags that the store gave for the listed objects. */
    ObjectTags tags() {
        return tags;
    }

    @Override
    public RemoteIterator<TrinoFileStatus> listFilesRecursively(TrinoFileSystem listed, Table table, Location location)
            throws IOException {
        TrinoFileSystem fileSystem = tags.noting(listed);
        if (!committedOnly) {
            return hive.listFilesRecursively(fileSystem, table, location);
        }
        CommittedFiles first = list(fileSystem, table, location, leftOut);
        if (!first.isComplete() || first.hasAll()) {
            return first;
        }
        // the listing may predate the publication of the manifest; a second listing then contains what is missing
        return listAgain(fileSystem, table, location, leftOut);
    }

    private CommittedFiles listAgain(TrinoFileSystem fileSystem, Table table, Location location, Runnable leftOut)
            throws IOException {
        hive.invalidate(location, table.getSchemaTableName());
        return list(fileSystem, table, location, leftOut);
    }

    private CommittedFiles list(TrinoFileSystem fileSystem, Table table, Location location, Runnable leftOut)
            throws IOException {
        String folder = Locations.asFolder(location.toString());
        String root = table.getStorage()
                .getOptionalLocation()
                .map(Locations::asFolder)
                // a partition outside the table's folder has its own manifest, and so has one in a hidden folder of it
                .filter(of -> Locations.relative(of, folder)
                        .filter(AttemptNames::isData)
                        .isPresent())
                .orElse(folder);
        String above = Locations.withoutPartitions(root);
        Manifests manifests = manifests(fileSystem, root, folder);
        // reading on would cost another request before the first file is returned. Files in memory cost none, and their
        // listing may be old, which must be found out as long as another one can take its place
        boolean isReadToTheEnd = hive.isCached(location, table.getSchemaTableName()) || !above.equals(root);

        RemoteIterator<TrinoFileStatus> files = hive.listFilesRecursively(fileSystem, table, location);
        List<TrinoFileStatus> ahead = new ArrayList<>();
        while ((isReadToTheEnd || ahead.size() < LOOKED_AHEAD) && files.hasNext()) {
            ahead.add(files.next());
        }
        boolean complete = isReadToTheEnd || ahead.size() < LOOKED_AHEAD;
        CommittedFolder committed = committedFolder(root, folder, manifests, ahead, complete);
        if (!above.equals(root) && hasAttempts(committed, ahead) && !committed.hasRootManifest()) {
            // the folder is a partition of what a job has written above it
            committed = committedFolder(above, folder, manifests(fileSystem, above, folder), ahead, complete);
        }
        return new CommittedFiles(
                committed,
                ahead,
                complete,
                files,
                leftOut,
                () -> listAgain(fileSystem, table, location, () -> {}).countCommitted());
    }

    private Manifests manifests(TrinoFileSystem fileSystem, String root, String folder) {
        return byRoot.computeIfAbsent(root, key -> {
            Manifests found = Manifests.of(fileSystem, key);
            if (!folder.equals(key)) {
                // this listing does not show whether the root has a manifest, so look it up in the meantime
                executor.execute(found::readRoot);
            }
            return found;
        });
    }

    /** @param complete whether these are all files of the folder, so that they show which manifests it has */
    private static CommittedFolder committedFolder(
            String root, String folder, Manifests manifests, List<TrinoFileStatus> files, boolean complete) {
        String path = Locations.relative(root, folder).orElseThrow();
        CommittedFolder committed = new CommittedFolder(root, folder, path, manifests.dataSets());
        if (complete) {
            manifests
                    .files()
                    .listed(
                            path,
                            files.stream()
                                    .flatMap(file -> committed.relative(file).stream())
                                    .toList());
        }
        return committed;
    }

    private static boolean hasAttempts(CommittedFolder folder, List<TrinoFileStatus> files) {
        return files.stream()
                .flatMap(file -> folder.relative(file).stream())
                .anyMatch(path -> AttemptNames.attemptOfPath(path).isPresent());
    }

    @Override
    public boolean isCached(Location location, SchemaTableName table) {
        return hive.isCached(location, table);
    }

    @Override
    public void invalidate(Location location, SchemaTableName table) {
        hive.invalidate(location, table);
    }

    @Override
    public void invalidate(Partition partition) {
        hive.invalidate(partition);
    }

    @Override
    public void invalidate(Table table) {
        hive.invalidate(table);
    }

    @Override
    public void invalidateAll() {
        hive.invalidateAll();
    }
}
