// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static io.trino.plugin.hive.HiveErrorCode.HIVE_BAD_DATA;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.committer.DataSets;
import io.skipping.committer.manifest.ManifestFormatException;
import io.trino.plugin.hive.fs.RemoteIterator;
import io.trino.plugin.hive.fs.TrinoFileStatus;
import io.trino.spi.TrinoException;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Some files, without those that do not count. */
final class CommittedFiles implements RemoteIterator<TrinoFileStatus> {
    private final Iterator<TrinoFileStatus> first;
    private final RemoteIterator<TrinoFileStatus> rest;
    private final String root;
    private final DataSets dataSets;
    private final Runnable leftOut;
    /** null if none is known yet, or there is none */
    private TrinoFileStatus next;

    /**
     * @param root with a slash at its end
     * @param leftOut is told of each file that does not count
     */
    CommittedFiles(
            List<TrinoFileStatus> first,
            RemoteIterator<TrinoFileStatus> rest,
            String root,
            DataSets dataSets,
            Runnable leftOut) {
        this.first = ImmutableList.copyOf(first).iterator();
        this.rest = requireNonNull(rest, "rest is null");
        this.root = requireNonNull(root, "root is null");
        this.dataSets = requireNonNull(dataSets, "dataSets is null");
        this.leftOut = requireNonNull(leftOut, "leftOut is null");
    }

    @Override
    public boolean hasNext() throws IOException {
        while (next == null && (first.hasNext() || rest.hasNext())) {
            TrinoFileStatus file = first.hasNext() ? first.next() : rest.next();
            if (counts(file)) {
                next = file;
            }
        }
        return next != null;
    }

    @Override
    public TrinoFileStatus next() throws IOException {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        TrinoFileStatus file = next;
        next = null;
        return file;
    }

    private boolean counts(TrinoFileStatus file) throws IOException {
        String path = file.getPath();
        if (!path.startsWith(root) || isHidden(path.substring(root.length()))) {
            // which Hive knows what to do with
            return true;
        }
        boolean counts;
        try {
            counts = dataSets.counts(path.substring(root.length()), file.getLength(), file.getModificationTime());
        } catch (ManifestFormatException e) {
            throw new TrinoException(
                    HIVE_BAD_DATA,
                    "It cannot be told which objects of %s count: %s".formatted(root, e.getMessage()),
                    e);
        }
        if (!counts) {
            leftOut.run();
        }
        return counts;
    }

    private static boolean isHidden(String path) {
        return path.startsWith("_") || path.startsWith(".") || path.contains("/_") || path.contains("/.");
    }
}
