// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static java.util.Objects.requireNonNull;

import io.skipping.trino.hive.committed.CommittedFolder.Kind;
import io.trino.plugin.hive.fs.RemoteIterator;
import io.trino.plugin.hive.fs.TrinoFileStatus;
import io.trino.spi.TrinoException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Iterates over the files of a folder that count, and skips the others. If a file that counts is missing because it was
 * overwritten, or is not in the listing because that is older than the manifest, the iteration ends with an error: reading the
 * remaining files would return half a data set.
 */
final class CommittedFiles implements RemoteIterator<TrinoFileStatus> {
    private final CommittedFolder folder;
    private final boolean complete;
    private final RemoteIterator<TrinoFileStatus> rest;
    private final Runnable leftOut;
    private final Recount recount;
    private final Deque<TrinoFileStatus> next = new ArrayDeque<>();
    private long committed;
    private boolean checked;

    /** Lists the folder again. */
    interface Recount {
        /** Returns how many of its files are committed, according to the same manifests. */
        long committed() throws IOException;
    }

    /**
     * @param complete whether {@code first} holds all files of the folder. If so, {@link #hasAll} can be asked before any file is
     *     handed out
     * @param leftOut called once for each file that does not count
     * @param recount lists again if files are missing at the end of an incomplete listing
     */
    CommittedFiles(
            CommittedFolder folder,
            List<TrinoFileStatus> first,
            boolean complete,
            RemoteIterator<TrinoFileStatus> rest,
            Runnable leftOut,
            Recount recount)
            throws IOException {
        this.folder = requireNonNull(folder, "folder is null");
        this.complete = complete;
        this.rest = requireNonNull(rest, "rest is null");
        this.leftOut = requireNonNull(leftOut, "leftOut is null");
        this.recount = requireNonNull(recount, "recount is null");
        for (TrinoFileStatus file : first) {
            take(file);
        }
    }

    boolean isComplete() {
        return complete;
    }

    /** Returns whether all files that count have been listed so far. */
    boolean hasAll() throws IOException {
        return folder.hasAll(committed);
    }

    /** @throws TrinoException at the end of the iteration, if files that count are missing, and not because somebody deleted them */
    @Override
    public boolean hasNext() throws IOException {
        while (next.isEmpty() && !complete && rest.hasNext()) {
            take(rest.next());
        }
        if (next.isEmpty() && !checked) {
            checked = true;
            if (!hasAll()) {
                folder.checkNotOverwritten(committed);
                if (!complete) {
                    folder.checkNotOlder(committed, recount.committed());
                }
            }
        }
        return !next.isEmpty();
    }

    /** Counts the files that a manifest lists, to the end of the listing. */
    long countCommitted() throws IOException {
        while (!complete && rest.hasNext()) {
            take(rest.next());
            next.clear();
        }
        return committed;
    }

    @Override
    public TrinoFileStatus next() throws IOException {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return next.remove();
    }

    private void take(TrinoFileStatus file) throws IOException {
        Kind kind = folder.kind(file);
        if (kind == Kind.LEFT_OUT) {
            leftOut.run();
            return;
        }
        if (kind == Kind.COMMITTED) {
            committed++;
        }
        next.add(file);
    }
}
