// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.vacuum;

import static java.util.stream.Collectors.toCollection;

import io.skipping.committer.data.DataSets;
import io.skipping.committer.manifest.ListFile;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import io.skipping.committer.store.StoredObject;
import io.skipping.committer.vacuum.Garbage.Reason;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds objects that no manifest counts, and that are so old that no job writes them and no query reads them any more.
 *
 * <p>An object stays unless it is known to be garbage. This includes objects that vacuum does not understand.
 */
public final class Vacuum {
    private static final Logger LOG = LoggerFactory.getLogger(Vacuum.class);
    private static final String RECORDS_PREFIX = "_committing-";

    private final Store store;
    private final long latestMillis;
    private final boolean forgetsLost;
    private final Map<String, Removals> removals = new HashMap<>();
    /**
     * Counts the objects that stay because a manifest has forgotten their jobs, by the manifest's folder. As long as jobs
     * commit as often, they stay forever.
     */
    private final Map<String, Long> forgotten = new TreeMap<>();

    /**
     * Creates a vacuum of a folder.
     *
     * @param now the present moment
     * @param olderThan the least age of what is deleted, which must exceed the longest job and the longest query
     * @param forgetsLost whether what a manifest counted may be deleted that another committer replaced before the last jobs
     *     committed
     */
    public Vacuum(Store store, Instant now, Duration olderThan, boolean forgetsLost) {
        this.store = store;
        this.latestMillis = now.minus(olderThan).toEpochMilli();
        this.forgetsLost = forgetsLost;
    }

    /** Creates a vacuum that keeps what a manifest counted that another committer has replaced. */
    public Vacuum(Store store, Instant now, Duration olderThan) {
        this(store, now, olderThan, false);
    }

    /**
     * Finds the objects that may be deleted. Deletes nothing.
     *
     * @throws IOException also if a manifest elsewhere is likely to count what this would find
     */
    public List<Garbage> find() throws IOException {
        // manifests first: what is committed after they were read is too young
        DataSets dataSets = new DataSets(new StoreFiles(store));
        dataSets.dataSet("");
        removals.clear();
        forgotten.clear();
        List<Garbage> found = new ArrayList<>();
        Map<String, Long> youngest = new HashMap<>();
        Set<String> marked = new HashSet<>();
        store.list("", object -> {
            if (name(object.path()).equals(Manifest.NAME)) {
                marked.add(folder(object.path()));
            }
            job(object.path()).ifPresent(job -> youngest.merge(job, object.modifiedMillis(), Math::max));
            if (object.modifiedMillis() <= latestMillis) {
                reason(object, dataSets).ifPresent(reason -> found.add(new Garbage(object, reason)));
            }
        });
        // a job that still writes anything may yet commit what it wrote long ago
        found.removeIf(garbage -> garbage.reason() != Reason.REPLACED
                && job(garbage.object().path())
                        .filter(job -> youngest.get(job) > latestMillis)
                        .isPresent());
        new LostManifests(store, dataSets, marked, forgetsLost)
                .check(found.stream()
                        .filter(garbage -> garbage.reason() == Reason.LEFTOVER)
                        .map(Garbage::object)
                        .toList());
        warnings().forEach(LOG::warn);
        return found;
    }

    /** Returns what users should know of the objects that {@link #find} does not return. */
    public List<String> warnings() {
        return forgotten.entrySet().stream()
                .map(entry ->
                        "The manifest of %s/%s remembers %,d jobs, all of them younger than the age limit. So %,d objects of other jobs stay, though they may have been overwritten long ago. Use an age limit that is shorter than %,d commits take"
                                .formatted(
                                        store.location(),
                                        entry.getKey(),
                                        Manifest.MAX_JOBS,
                                        entry.getValue(),
                                        Manifest.MAX_JOBS))
                .toList();
    }

    private static Optional<String> job(String path) {
        for (String name : path.split("/", -1)) {
            if (name.startsWith(RECORDS_PREFIX)) {
                return Optional.of(name.substring(RECORDS_PREFIX.length()));
            }
        }
        return AttemptNames.attemptOfPath(path).map(attempt -> attempt.job().value());
    }

    private Optional<Reason> reason(StoredObject object, DataSets dataSets) throws IOException {
        String path = object.path();
        String folder = folder(path);
        String name = name(path);
        if (AttemptNames.isData(path)) {
            if (dataSets.counts(path, object.size(), object.modifiedMillis())
                    || removedMillis(object, dataSets) > latestMillis) {
                return Optional.empty();
            }
            // attempt names that the current manifest does not list, whether or not an earlier one did
            return Optional.of(AttemptNames.attemptOfPath(path).isPresent() ? Reason.LEFTOVER : Reason.REPLACED);
        }
        if (!folder.isEmpty() && ManifestNames.isRecords(lastName(folder))) {
            return Optional.of(Reason.RECORD);
        }
        if (!folder.isEmpty() && !AttemptNames.isData(folder + "x")) {
            // belongs to something else
            return Optional.empty();
        }
        if (ManifestNames.isTemporary(name)) {
            return Optional.of(Reason.TEMPORARY);
        }
        OptionalLong generation = ManifestNames.generation(name);
        if (generation.isPresent()) {
            return generation.getAsLong() < dataSets.dataSet(folder).generation()
                    ? Optional.of(Reason.MANIFEST)
                    : Optional.empty();
        }
        if (ManifestNames.isList(name)) {
            Manifest manifest = dataSets.dataSet(folder).manifest();
            // a query that began before an overwrite may yet read the lists that it dropped
            Optional<JobId> job = ManifestNames.jobOfList(name);
            OptionalLong dropped =
                    job.isPresent() ? removals(folder, dataSets).overwritten("", job.get()) : OptionalLong.empty();
            if (manifest.lists().stream().map(ListFile::name).anyMatch(name::equals)) {
                return Optional.empty();
            }
            if (dropped.orElse(Long.MIN_VALUE) <= latestMillis) {
                return Optional.of(Reason.LIST);
            }
            if (isForgotten(job.get(), removals(folder, dataSets))) {
                forgotten.merge(folder, 1L, Long::sum);
            }
            return Optional.empty();
        }
        return Optional.empty();
    }

    /**
     * Returns when an overwrite removed an object that no manifest counts; {@link Long#MIN_VALUE} if none did, or long
     * ago. The object may be much older than that.
     */
    private long removedMillis(StoredObject object, DataSets dataSets) throws IOException {
        String path = object.path();
        Optional<Attempt> attempt = AttemptNames.attemptOfPath(path);
        OptionalLong replaced = OptionalLong.empty();
        long overwritten = Long.MIN_VALUE;
        String forgetful = null;
        for (int end = 0; ; end = path.indexOf('/', end) + 1) {
            String folder = path.substring(0, end);
            Removals removals = removals(folder, dataSets);
            String within = path.substring(end);
            OptionalLong here = removals.replaced(within, object.size(), object.modifiedMillis());
            if (here.isPresent() && (replaced.isEmpty() || here.getAsLong() < replaced.getAsLong())) {
                replaced = here;
            }
            if (attempt.isPresent()) {
                JobId job = attempt.get().job();
                long byFolder = removals.overwritten(within, job).orElse(Long.MIN_VALUE);
                if (byFolder > overwritten) {
                    overwritten = byFolder;
                    forgetful = isForgotten(job, removals) ? folder : null;
                }
            }
            if (within.indexOf('/') < 0) {
                break;
            }
        }
        if (replaced.isEmpty() && overwritten > latestMillis && forgetful != null) {
            forgotten.merge(forgetful, 1L, Long::sum);
        }
        return replaced.orElse(overwritten);
    }

    /** Returns whether a manifest knows of no overwrite of a job that is old enough, because it has forgotten them. */
    private boolean isForgotten(JobId job, Removals removals) {
        return removals.mayHaveForgotten(job) && removals.remembersOnlyAfter(latestMillis);
    }

    private Removals removals(String folder, DataSets dataSets) throws IOException {
        Removals known = removals.get(folder);
        if (known == null) {
            known = Removals.of(dataSets.dataSet(folder));
            removals.put(folder, known);
        }
        return known;
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String lastName(String folder) {
        String path = folder.substring(0, folder.length() - 1);
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /**
     * Deletes what was found, except objects that a manifest has come to need since.
     *
     * @return what was deleted
     */
    public List<Garbage> delete(List<Garbage> found) throws IOException {
        DataSets dataSets = new DataSets(new StoreFiles(store));
        removals.clear();
        List<Garbage> needless = new ArrayList<>();
        for (Garbage garbage : found) {
            if (reason(garbage.object(), dataSets).isPresent()) {
                needless.add(garbage);
            }
        }
        List<Garbage> deleted = unchanged(needless);
        store.delete(deleted.stream().map(garbage -> garbage.object().path()).toList());
        for (String folder : deleted.stream()
                .filter(garbage -> garbage.reason() == Reason.RECORD)
                .map(garbage -> folder(garbage.object().path()))
                .distinct()
                .toList()) {
            store.deleteEmptyFolder(folder);
        }
        return deleted;
    }

    /** Leaves out ordinary objects that a program has written again since they were listed: the new version counts. */
    private List<Garbage> unchanged(List<Garbage> needless) throws IOException {
        Set<StoredObject> now = new HashSet<>();
        String listed = null;
        for (String folder : needless.stream()
                .filter(Vacuum::isOrdinary)
                .map(garbage -> folder(garbage.object().path()))
                .collect(toCollection(TreeSet::new))) {
            // a listing has the folders below, too, which follow in this order
            if (listed == null || !folder.startsWith(listed)) {
                store.list(folder, now::add);
                listed = folder;
            }
        }
        return needless.stream()
                .filter(garbage -> !isOrdinary(garbage) || now.contains(garbage.object()))
                .toList();
    }

    /** Returns whether others than the committer write objects of such a name. */
    private static boolean isOrdinary(Garbage garbage) {
        return garbage.reason() == Reason.REPLACED
                && AttemptNames.attemptOfPath(garbage.object().path()).isEmpty();
    }
}
