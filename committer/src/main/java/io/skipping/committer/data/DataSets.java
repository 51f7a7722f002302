// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.data;

import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.name.AttemptNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Decides which objects below a root count, if jobs write to the root and to folders below it, by the manifests of all
 * these folders. Each folder's manifest is read once, when its first object is asked for. A later commit does not
 * change any answer about that folder.
 */
public final class DataSets {
    private final ManifestFiles files;
    /** This kind of map reads each manifest once, however many threads ask for it at the same time. */
    private final Map<String, DataSet> byFolder = new ConcurrentHashMap<>();
    /** The keys of the map above, in order. */
    private final NavigableSet<String> folders = new ConcurrentSkipListSet<>();

    private final Map<String, NavigableMap<String, Long>> countsByFolder = new ConcurrentHashMap<>();

    /**
     * Creates the data sets below a root; no manifest is read yet.
     *
     * @param files access to the root
     */
    public DataSets(ManifestFiles files) {
        this.files = files;
    }

    /**
     * Returns whether an object is part of the data set.
     *
     * @param path relative to the root
     */
    public boolean counts(String path, long size, long modifiedMillis) throws IOException {
        if (!AttemptNames.isData(path)) {
            return false;
        }
        boolean listed = AttemptNames.attemptOfPath(path).isEmpty();
        for (int end = 0; end >= 0; end = Folders.next(path, end)) {
            DataSet dataSet = dataSet(path.substring(0, end));
            String relative = path.substring(end);
            if (dataSet.replaces(relative, size, modifiedMillis)) {
                return false;
            }
            listed = listed || dataSet.lists(relative);
        }
        return listed;
    }

    /**
     * Reads the manifests that decide about objects directly in a folder, unless they were read before.
     *
     * @param folder relative to the root; "" or with a trailing slash
     */
    public void read(String folder) throws IOException {
        for (int end = 0; end >= 0; end = Folders.next(folder, end)) {
            dataSet(folder.substring(0, end));
        }
    }

    /** Returns whether the answer to {@link #counts} may depend on the version of an object. */
    public boolean replacesVersions(String path) throws IOException {
        for (int end = 0; end >= 0; end = Folders.next(path, end)) {
            if (dataSet(path.substring(0, end)).replacesVersions()) {
                return true;
            }
        }
        return false;
    }

    /** Says which objects of a folder a reader lists. */
    public enum Depth {
        /** those that are directly in the folder */
        CHILDREN,
        /** also those in folders below it */
        ALL
    }

    /** Returns how many objects with attempt names count in a folder and below it, like {@link #expected(String, Depth)}. */
    public long expected(String folder) throws IOException {
        return expected(folder, Depth.ALL);
    }

    /**
     * Returns how many objects with attempt names count in a folder, by the manifests read so far. If a
     * listing has fewer, it shows another state. Either it is older than a manifest, or a later overwrite has deleted
     * objects that the manifest counts (see {@link #isOutdated}), or something else has deleted objects.
     *
     * @param folder relative to the root; "" or with a trailing slash
     */
    public long expected(String folder, Depth depth) throws IOException {
        long expected = 0;
        for (String of : concerned(folder, depth)) {
            String within = folder.startsWith(of) ? folder.substring(of.length()) : "";
            for (Map.Entry<String, Long> entry :
                    countsByFolder(of).tailMap(within, true).entrySet()) {
                if (!entry.getKey().startsWith(within)
                        || depth == Depth.CHILDREN && !entry.getKey().equals(within)) {
                    break;
                }
                expected += entry.getValue();
            }
        }
        return expected;
    }

    /**
     * Returns whether an object with an attempt name that counts in a folder, by the manifests read so far, does not count any more by
     * the manifests of now. Commits that only add objects do not matter. Generations alone do not tell: they begin with 1 again if a folder
     * is emptied and written anew.
     *
     * @param folder relative to the root; "" or with a trailing slash
     */
    public boolean isOutdated(String folder, Depth depth) throws IOException {
        List<String> concerned = concerned(folder, depth);
        if (!isReplaced(folder, concerned)) {
            return false;
        }
        DataSets now = new DataSets(files);
        AtomicBoolean outdated = new AtomicBoolean();
        for (String of : concerned) {
            dataSet(of).forEachObject(object -> {
                String path = of + object.path();
                if (!outdated.get()
                        && path.startsWith(folder)
                        && (depth == Depth.ALL || path.indexOf('/', folder.length()) < 0)
                        && AttemptNames.isData(path)
                        && !isReplacedAbove(of, path)
                        && !now.counts(path, -1, -1)) {
                    outdated.set(true);
                }
            });
        }
        return outdated.get();
    }

    /** Returns whether there is now another manifest in one of some folders. Manifests below a folder tell only of what they list. */
    private boolean isReplaced(String folder, List<String> concerned) throws IOException {
        for (String of : concerned) {
            Manifest manifest = dataSet(of).manifest();
            if ((manifest.isPublished() || folder.startsWith(of))
                    && !ManifestReader.current(files, of)
                            .orElse(Manifest.none())
                            .equals(manifest)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns why a listing lacks objects that count, in a sentence for the user of a query: a job has overwritten them, so that the rest is half a
     * data set. Empty if something that ignores manifests has deleted them: the query reads what is there.
     *
     * @param name of the folder, for the user
     * @param folder as for {@link #expected}
     * @param found how many objects with attempt names the listing has that count
     */
    public Optional<String> overwritten(String name, String folder, Depth depth, long found) throws IOException {
        return isOutdated(folder, depth)
                ? Optional.of(
                        "%s has %s of the %s objects that were committed when the query began, because a job has overwritten the others since: run the query again. Jobs with skipping.committer.overwrite.delete=vacuum keep replaced objects for running queries"
                                .formatted(name, found, expected(folder, depth)))
                : Optional.empty();
    }

    /**
     * Returns those folders whose manifests, read so far, decide about objects in a folder: those above it, itself, and at that depth also
     * those below it.
     */
    private List<String> concerned(String folder, Depth depth) {
        List<String> concerned = new ArrayList<>();
        for (int end = 0; end < folder.length(); end = Folders.next(folder, end)) {
            String above = folder.substring(0, end);
            if (byFolder.containsKey(above)) {
                concerned.add(above);
            }
        }
        if (depth == Depth.CHILDREN) {
            if (byFolder.containsKey(folder)) {
                concerned.add(folder);
            }
            return concerned;
        }
        // not all folders read so far: a table may have many partitions, and this is called for each
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

    /**
     * Returns whether a manifest above a folder replaces an object. An overwrite replaces what manifests below it list,
     * but not the other way round.
     */
    private boolean isReplacedAbove(String folder, String path) {
        for (int end = 0; end < folder.length(); end = folder.indexOf('/', end) + 1) {
            DataSet above = byFolder.get(folder.substring(0, end));
            if (above != null && above.replaces(path.substring(end), -1, -1)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the data set of a folder.
     *
     * @param folder relative to the root; "" or with a trailing slash
     */
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
