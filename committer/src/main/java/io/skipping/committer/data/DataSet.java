// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.data;

import io.skipping.committer.manifest.CommittedJob;
import io.skipping.committer.manifest.Line;
import io.skipping.committer.manifest.LineConsumer;
import io.skipping.committer.manifest.ListFile;
import io.skipping.committer.manifest.ListReader;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestFormatException;
import io.skipping.committer.manifest.MissingListException;
import io.skipping.committer.manifest.ObjectLine;
import io.skipping.committer.manifest.OverwrittenLine;
import io.skipping.committer.manifest.PathSet;
import io.skipping.committer.manifest.ReplacedLine;
import io.skipping.committer.name.AttemptNames;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Decides which objects of a folder count, by one generation of its manifest: <em>data under an attempt name counts if
 * and only if the manifest lists it; objects with ordinary names count, unless they were replaced.</em> Thread-safe.
 */
public final class DataSet {
    private static final long MILLIS = 1_000;

    private final Manifest manifest;
    private final ManifestFiles files;
    private final String folder;
    // the generation that listed each object
    private final PathSet listed = new PathSet();
    /**
     * Holds, for a path of which no version counts, the generation that replaced it. For the last replaced version of an
     * ordinary path, by size and second, it holds {@link #ofVersion} that generation and the millisecond.
     */
    private final PathSet replaced = new PathSet();

    private final Map<String, Long> overwritten = new HashMap<>();

    private DataSet(Manifest manifest, ManifestFiles files, String folder) {
        this.manifest = manifest;
        this.files = files;
        this.folder = folder;
    }

    static DataSet open(Manifest manifest, ManifestFiles files, String folder) throws IOException {
        checkFits(manifest);
        DataSet dataSet = new DataSet(manifest, files, folder);
        dataSet.forEachLine(dataSet::add);
        return dataSet;
    }

    /** Throws if the manifest has more lines than fit into memory, before a list is read. */
    private static void checkFits(Manifest manifest) throws ManifestFormatException {
        long lines = manifest.lines().size();
        for (ListFile list : manifest.lists()) {
            // the sum may exceed a long; a negative number is detected when the list is read
            lines += Math.max(0, Math.min(list.lines(), Integer.MAX_VALUE));
        }
        if (PathSet.maxBytes(lines) > Runtime.getRuntime().maxMemory() / 2) {
            throw new ManifestFormatException(
                    "The manifest of generation %d has %,d lines or more, which need more than half of the memory: give Java more"
                            .formatted(manifest.generation(), lines));
        }
    }

    private void add(Line line) {
        if (line instanceof ObjectLine object) {
            listed.add(object.path(), object.generation());
        } else if (line instanceof OverwrittenLine overwrite) {
            overwritten.merge(overwrite.folder(), overwrite.generation(), Math::max);
        } else if (line instanceof ReplacedLine replacement) {
            if (replacement.version().isEmpty()) {
                replaced.add(replacement.path(), replacement.generation());
            } else {
                ReplacedLine.Version version = replacement.version().get();
                replaced.add(
                        key(replacement.path(), version.size(), version.modifiedMillis()),
                        ofVersion(replacement.generation(), version.modifiedMillis()));
            }
        }
    }

    private static String key(String path, long size, long modifiedMillis) {
        return path + '\0' + size + '\0' + Math.floorDiv(modifiedMillis, MILLIS);
    }

    /** Returns a number that grows with the generation, and contains the millisecond within its second. */
    private static long ofVersion(long generation, long modifiedMillis) {
        return generation * MILLIS + Math.floorMod(modifiedMillis, MILLIS);
    }

    /**
     * Returns the generation of the manifest, which counts up from 1 with each commit; 0 if nothing was committed by
     * this protocol.
     */
    public long generation() {
        return manifest.generation();
    }

    /** Returns the last jobs that committed, oldest first. */
    public List<CommittedJob> jobs() {
        return manifest.jobs();
    }

    /** Returns the manifest that the data set was read from, without the lines in its list files. */
    public Manifest manifest() {
        return manifest;
    }

    /**
     * Returns whether an object is part of the data set. An object whose name marks it as not data is not.
     *
     * @param path relative to this data set's folder
     */
    public boolean counts(String path, long size, long modifiedMillis) {
        return AttemptNames.isData(path)
                && (AttemptNames.attemptOfPath(path).isEmpty() || lists(path))
                && !replaces(path, size, modifiedMillis);
    }

    /** Returns whether the manifest lists this object as part of the data set. */
    public boolean lists(String path) {
        OptionalLong generation = listed.number(path);
        return generation.isPresent() && !isOverwritten(path, generation.getAsLong());
    }

    /**
     * Returns whether a later overwrite has removed this version of the object from the data set. A modification time
     * of a whole second stands for any time within it: the listings of some stores have milliseconds, and their answers
     * about one object have not.
     */
    public boolean replaces(String path, long size, long modifiedMillis) {
        return replacedBy(path, size, modifiedMillis).isPresent();
    }

    /** Returns the generation that replaced this version of the object; empty if none {@linkplain #replaces did}. */
    public OptionalLong replacedBy(String path, long size, long modifiedMillis) {
        if (replaced.size() == 0) {
            return OptionalLong.empty();
        }
        OptionalLong all = replaced.number(path);
        if (all.isPresent()) {
            return all;
        }
        OptionalLong version = replaced.number(key(path, size, modifiedMillis));
        long millis = Math.floorMod(modifiedMillis, MILLIS);
        return version.isPresent() && (millis == 0 || millis == version.getAsLong() % MILLIS)
                ? OptionalLong.of(version.getAsLong() / MILLIS)
                : OptionalLong.empty();
    }

    /** Returns whether the answer to {@link #counts} may depend on the version of an object. */
    public boolean replacesVersions() {
        return replaced.size() > 0;
    }

    private boolean isOverwritten(String path, long generation) {
        if (overwritten.isEmpty()) {
            return false;
        }
        if (generation < overwritten.getOrDefault("", 0L)) {
            return true;
        }
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            if (generation < overwritten.getOrDefault(path.substring(0, slash + 1), 0L)) {
                return true;
            }
        }
        return false;
    }

    /** Receives the objects that a manifest lists. */
    @FunctionalInterface
    public interface ObjectConsumer {
        /** Receives one object. Size, ETag and row count are present if the job that wrote the object knew them. */
        void accept(ObjectLine object) throws IOException;
    }

    /**
     * Passes all objects that the manifest lists and that count to the consumer. The manifest does not know objects
     * with ordinary names. Reads list files again. An object may be passed twice if its job committed twice with more
     * than {@value Manifest#MAX_JOBS} other jobs in between.
     */
    public void forEachObject(ObjectConsumer consumer) throws IOException {
        forEachLine(line -> {
            if (line instanceof ObjectLine object
                    && !isOverwritten(object.path(), object.generation())
                    && !replaced.contains(object.path())) {
                consumer.accept(object);
            }
        });
    }

    /**
     * Returns how many objects the manifest counts in each folder, not including sub-folders. Reads list files again.
     *
     * @param left tests a path; accepts objects that this manifest counts but another manifest does not
     */
    NavigableMap<String, Long> countsByFolder(Predicate<String> left) throws IOException {
        NavigableMap<String, Long> counts = new TreeMap<>();
        PathSet seen = new PathSet();
        forEachObject(object -> {
            String path = object.path();
            if (!seen.contains(path) && !left.test(path)) {
                seen.add(path, object.generation());
                counts.merge(path.substring(0, path.lastIndexOf('/') + 1), 1L, Long::sum);
            }
        });
        return counts;
    }

    /** Passes all lines of the manifest and of its lists to the consumer. */
    public void forEachLine(LineConsumer consumer) throws IOException {
        forEachLine(manifest, files, folder, consumer);
    }

    /** Passes all lines of a manifest to the consumer, and keeps none of them in memory. */
    public static void forEachLine(Manifest manifest, ManifestFiles files, String folder, LineConsumer consumer)
            throws IOException {
        for (Line line : manifest.lines()) {
            consumer.accept(line);
        }
        for (ListFile list : manifest.lists()) {
            Optional<InputStream> stream = files.open(folder + list.name());
            if (stream.isEmpty()) {
                throw new MissingListException(
                        "The manifest of generation %d names the list %s%s, which is not there. Vacuum deletes lists that are no longer needed: its age limit must exceed the longest query"
                                .formatted(manifest.generation(), folder, list.name()));
            }
            ListReader.read(list, stream.get(), consumer);
        }
    }
}
