// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.data;

import io.skipping.committer.name.AttemptNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Which objects below a root count, where jobs write to the root and to folders below it, by the manifests of all of them. Each folder's manifest is read when the first
 * of its objects is asked for, and once: a later commit changes no answer about a folder that has been asked for.
 */
public final class DataSets {
    private final ManifestFiles files;
    /** A map of this kind reads each manifest once, however many threads ask for it at the same time. */
    private final Map<String, DataSet> byFolder = new ConcurrentHashMap<>();
    /** Its keys, in order. */
    private final NavigableSet<String> folders = new ConcurrentSkipListSet<>();

    private final Map<String, NavigableMap<String, Long>> countsByFolder = new ConcurrentHashMap<>();

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

    /**
     * How many objects with attempt names count in a folder and below it, by the manifests that have been read until now. If a listing has fewer, it is not of the
     * same state: it is older than a manifest; or a later overwrite has deleted what the manifest counts, see {@link #isOutdated}; or somebody else has deleted something.
     *
     * @param folder relative to the root, "" or with '/' at its end
     */
    public long expected(String folder) throws IOException {
        long expected = 0;
        for (String of : concerned(folder)) {
            String within = folder.startsWith(of) ? folder.substring(of.length()) : "";
            for (Map.Entry<String, Long> entry :
                    countsByFolder(of).tailMap(within, true).entrySet()) {
                if (!entry.getKey().startsWith(within)) {
                    break;
                }
                expected += entry.getValue();
            }
        }
        return expected;
    }

    /** Whether there is now a newer generation of a manifest that counts objects in a folder or below it. */
    public boolean isOutdated(String folder) throws IOException {
        for (String of : concerned(folder)) {
            long generation = dataSet(of).generation();
            if (generation > 0
                    && ManifestReader.current(files, of)
                            .filter(manifest -> manifest.generation() == generation)
                            .isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** The folders, of those whose manifests have been read, that are above a folder, or are it, or are below it. */
    private List<String> concerned(String folder) {
        List<String> concerned = new ArrayList<>();
        for (int end = 0; end < folder.length(); end = nextFolder(folder, end)) {
            String above = folder.substring(0, end);
            if (byFolder.containsKey(above)) {
                concerned.add(above);
            }
        }
        // not all that have been read: a table may have many partitions, and this is asked for each
        for (String below : folders.tailSet(folder, true)) {
            if (!below.startsWith(folder)) {
                break;
            }
            concerned.add(below);
        }
        return concerned;
    }

    private NavigableMap<String, Long> countsByFolder(String folder) throws IOException {
        NavigableMap<String, Long> counts = countsByFolder.get(folder);
        if (counts == null) {
            DataSet dataSet = dataSet(folder);
            counts = dataSet.generation() == 0
                    ? new TreeMap<>()
                    : dataSet.countsByFolder(path -> isReplacedAbove(folder, folder + path));
            countsByFolder.put(folder, counts);
        }
        return counts;
    }

    /** An overwrite replaces what manifests below it list, and not the other way round. */
    private boolean isReplacedAbove(String folder, String path) {
        for (int end = 0; end < folder.length(); end = folder.indexOf('/', end) + 1) {
            DataSet above = byFolder.get(folder.substring(0, end));
            if (above != null && above.replaces(path.substring(end), -1, -1)) {
                return true;
            }
        }
        return false;
    }

    /** @param folder relative to the root, "" or with '/' at its end */
    public DataSet dataSet(String folder) throws IOException {
        try {
            return byFolder.computeIfAbsent(folder, key -> {
                try {
                    DataSet dataSet = ManifestReader.read(files, key);
                    folders.add(key);
                    return dataSet;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
