// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static io.trino.plugin.hive.HiveErrorCode.HIVE_BAD_DATA;
import static io.trino.plugin.hive.HiveErrorCode.HIVE_FILESYSTEM_ERROR;

import io.skipping.committer.data.DataSets;
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
 * @param folder the folder that is listed, with a trailing slash
 */
record CommittedFolder(String root, String folder, DataSets dataSets) {
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
        String path = file.getPath();
        if (!path.startsWith(root) || !AttemptNames.isData(path.substring(root.length()))) {
            return Kind.HIDDEN;
        }
        String relative = path.substring(root.length());
        if (!ask(() -> dataSets.counts(relative, file.getLength(), file.getModificationTime()))) {
            return Kind.LEFT_OUT;
        }
        return AttemptNames.attemptOfPath(relative).isPresent() ? Kind.COMMITTED : Kind.ORDINARY;
    }

    /** Returns whether this many committed files are all that the manifests expect. */
    boolean hasAll(long committed) throws IOException {
        return committed >= ask(() -> dataSets.expected(folder.substring(root.length())));
    }

    /** Throws if files are missing because they were overwritten. */
    void checkNotOverwritten(long committed) throws IOException {
        Optional<String> overwritten =
                ask(() -> dataSets.overwritten(folder, folder.substring(root.length()), committed));
        if (overwritten.isPresent()) {
            throw new TrinoException(HIVE_FILESYSTEM_ERROR, overwritten.get());
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
