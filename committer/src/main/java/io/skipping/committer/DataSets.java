// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import io.skipping.committer.name.AttemptNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which objects below a root count, where jobs write to the root and to folders below it, by the manifests of all of them. Each folder's manifest is read when the first
 * of its objects is asked for, and once: a later commit changes no answer about a folder that has been asked for.
 */
public final class DataSets {
    private final ManifestFiles files;
    private final Map<String, DataSet> byFolder = new ConcurrentHashMap<>();

    public DataSets(ManifestFiles files) {
        this.files = files;
    }

    /** @param path relative to the root */
    public boolean counts(String path, long size, long modifiedMillis) throws IOException {
        if (!AttemptNames.isData(path)) {
            return false;
        }
        boolean listed = AttemptNames.attemptOfPath(path).isEmpty();
        for (int end = 0; end >= 0; end = nextFolder(path, end)) {
            DataSet dataSet = dataSet(path.substring(0, end));
            String relative = path.substring(end);
            if (dataSet.replaces(relative, size, modifiedMillis)) {
                return false;
            }
            listed = listed || dataSet.lists(relative);
        }
        return listed;
    }

    /** Whether the answer to {@link #counts} may depend on the version of an object. */
    public boolean replacesVersions(String path) throws IOException {
        for (int end = 0; end >= 0; end = nextFolder(path, end)) {
            if (dataSet(path.substring(0, end)).replacesVersions()) {
                return true;
            }
        }
        return false;
    }

    private static int nextFolder(String path, int end) {
        int slash = path.indexOf('/', end);
        return slash < 0 ? -1 : slash + 1;
    }

    /** @param folder relative to the root, "" or with '/' at its end */
    public DataSet dataSet(String folder) throws IOException {
        try {
            return byFolder.computeIfAbsent(folder, key -> {
                try {
                    return ManifestReader.read(files, key);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
