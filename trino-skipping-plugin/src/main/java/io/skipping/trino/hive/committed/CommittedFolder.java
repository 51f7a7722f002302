// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static io.trino.plugin.hive.HiveErrorCode.HIVE_BAD_DATA;
import static io.trino.plugin.hive.HiveErrorCode.HIVE_FILESYSTEM_ERROR;

import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.DataSets.Depth;
import io.skipping.committer.data.Locations;
import io.skipping.committer.manifest.ManifestFormatException;
import io.skipping.committer.manifest.MissingListException;
import io.skipping.committer.name.AttemptNames;
import io.trino.plugin.hive.fs.TrinoFileStatus;
import io.trino.spi.TrinoException;
import java.io.IOException;
import java.util.Optional;

/**
 * Classifies the files of a folder by the manifests of its table.
 *
 * @param root the folder of the table's manifests, with a trailing slash
 * @param folder the folder that is listed, with a trailing slash; it may be spelled otherwise than the root
 * @param path the path from the root to the folder; "" or with a trailing slash
 */
record CommittedFolder(String root, String folder, String path, DataSets dataSets) {
    /** The status of a file. */
    enum Kind {
        /** not handled here; Hive decides what to do with it */
        HIDDEN,
        ORDINARY,
        /** written by an attempt that a manifest lists */
        COMMITTED,
        LEFT_OUT
    }

    Kind kind(TrinoFileStatus file) throws IOException {
        Optional<String> found = relative(file).filter(AttemptNames::isData);
        if (found.isEmpty()) {
            return Kind.HIDDEN;
        }
        String relative = found.get();
        if (!ask(() -> dataSets.counts(relative, file.getLength(), file.getModificationTime()))) {
            return Kind.LEFT_OUT;
        }
        return AttemptNames.attemptOfPath(relative).isPresent() ? Kind.COMMITTED : Kind.ORDINARY;
    }

    /** Returns the path from the root to a file; empty if the file is not in the folder. */
    Optional<String> relative(TrinoFileStatus file) {
        return Locations.relative(folder, file.getPath()).map(path::concat);
    }

    /** Returns whether a manifest in the root itself says what counts. */
    boolean hasRootManifest() throws IOException {
        return ask(() -> dataSets.dataSet("").generation() > 0);
    }

    /** Returns whether this many committed files are all that the manifests expect. */
    boolean hasAll(long committed) throws IOException {
        return committed >= expected();
    }

    private long expected() throws IOException {
        return ask(() -> {
            // of a folder without files, no manifest was asked for so far
            dataSets.read(path);
            return dataSets.expected(path);
        });
    }

    /** Throws if files are missing because they were overwritten. */
    void checkNotOverwritten(long committed) throws IOException {
        Optional<String> overwritten = ask(() -> dataSets.overwritten(folder, path, Depth.ALL, committed));
        if (overwritten.isPresent()) {
            throw new TrinoException(HIVE_FILESYSTEM_ERROR, overwritten.get());
        }
    }

    /**
     * Throws if a listing is older than the manifests.
     *
     * @param committed the number of committed files in the listing
     * @param committedNow the number of them in a later listing
     */
    void checkNotOlder(long committed, long committedNow) throws IOException {
        if (committedNow > committed) {
            throw new TrinoException(
                    HIVE_FILESYSTEM_ERROR,
                    "%s was listed before a job committed: the listing has %s of the %s objects that were committed when the query began; run the query again"
                            .formatted(folder, committed, expected()));
        }
    }

    private interface Question<T> {
        T answer() throws IOException;
    }

    /**
     * Runs a question to the manifests. Names the manifests in the error; Hive would only report that it could not list
     * the folder.
     */
    private <T> T ask(Question<T> question) throws IOException {
        try {
            return question.answer();
        } catch (ManifestFormatException | MissingListException e) {
            throw new TrinoException(
                    HIVE_BAD_DATA,
                    "Cannot determine which objects of %s are committed: %s".formatted(root, e.getMessage()),
                    e);
        }
    }
}
