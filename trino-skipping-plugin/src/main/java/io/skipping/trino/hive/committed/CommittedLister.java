// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static java.util.Objects.requireNonNull;

import io.airlift.log.Logger;
import io.skipping.committer.data.DataSets;
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
 * Lists objects for one transaction, without those that no manifest counts unless a session wants all of them. The manifests of a table are read once, when its objects
 * are first listed, so that a commit in the middle of a query changes nothing for it. Thread-safe.
 */
final class CommittedLister implements DirectoryLister {
    private static final Logger log = Logger.get(CommittedLister.class);

    /** As many as a store lists in one answer: whether there is a manifest among them is known for nothing. */
    private static final int LOOKED_AHEAD = 1000;

    private final DirectoryLister hive;
    private final Executor executor;
    private final Runnable leftOut;
    private final Map<String, Manifests> byRoot = new ConcurrentHashMap<>();
    private final ObjectTags tags = new ObjectTags();
    private volatile boolean committedOnly;

    /**
     * @param committedOnly whether objects are left out, until {@link #setCommittedOnly} says otherwise
     * @param executor asks for a manifest while objects are listed
     * @param leftOut is told of each object that does not count
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

        /** Whoever needs it next waits for this, or finds it. */
        void readRoot() {
            try {
                dataSets.dataSet("");
            } catch (IOException | RuntimeException e) {
                // who needs it meets the same, and can say it
                log.debug(e, "The manifest of the whole table could not be read ahead");
            }
        }
    }

    /** Returns whether listings of the query that now begins to list leave out objects; queries of a transaction come one after the other. */
    void setCommittedOnly(boolean committedOnly) {
        this.committedOnly = committedOnly;
    }

    /** Returns what the store told of the content of objects that were listed. */
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
        String folder = asFolder(location.toString());
        String root = table.getStorage()
                .getOptionalLocation()
                .map(CommittedLister::asFolder)
                .filter(folder::startsWith)
                // a partition that is elsewhere has a manifest of its own
                .orElse(folder);
        Manifests manifests = byRoot.computeIfAbsent(root, key -> {
            Manifests found = Manifests.of(fileSystem, key);
            if (!folder.equals(key)) {
                // this listing can't tell whether the root has one, so it is asked for, and meanwhile
                executor.execute(found::readRoot);
            }
            return found;
        });
        CommittedFiles first = list(fileSystem, table, location, root, folder, manifests);
        if (!first.isComplete() || first.hasAll()) {
            return first;
        }
        // it may have been listed before the manifest was published: then another listing has what is missing
        hive.invalidate(location, table.getSchemaTableName());
        return list(fileSystem, table, location, root, folder, manifests);
    }

    private CommittedFiles list(
            TrinoFileSystem fileSystem, Table table, Location location, String root, String folder, Manifests manifests)
            throws IOException {
        RemoteIterator<TrinoFileStatus> files = hive.listFilesRecursively(fileSystem, table, location);
        List<TrinoFileStatus> ahead = new ArrayList<>();
        while (ahead.size() < LOOKED_AHEAD && files.hasNext()) {
            ahead.add(files.next());
        }
        // not asked for more if there were so many: that would be another request before the first file is handed on
        boolean complete = ahead.size() < LOOKED_AHEAD;
        if (complete) {
            manifests
                    .files()
                    .listed(folder, ahead.stream().map(TrinoFileStatus::getPath).toList());
        }
        return new CommittedFiles(
                new CommittedFolder(root, folder, manifests.dataSets()), ahead, complete, files, leftOut);
    }

    private static String asFolder(String location) {
        return location.endsWith("/") ? location : location + "/";
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
