// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import static java.util.stream.Collectors.toCollection;

import io.skipping.committer.data.DataSet;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.manifest.ObjectLine;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.manifest.ReplacedLine;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.option.CommitterOptions;
import io.skipping.committer.option.CommitterOptions.Mode;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import io.skipping.committer.store.StoredObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits a job: collects what it wrote and what that replaces, publishes it, and cleans up. */
public final class JobCommit {
    private static final Logger LOG = LoggerFactory.getLogger(JobCommit.class);

    private final Store store;
    private final JobId job;
    private final Publisher publisher;
    private final boolean deletesReplaced;
    private final Optional<Start> start;

    /** Creates the commit of a job of which it is not known how it began. */
    public JobCommit(Store store, JobId job, Publisher publisher, boolean deletesReplaced) {
        this(store, job, publisher, deletesReplaced, Optional.empty());
    }

    /**
     * Creates the commit of a job; nothing is read or written yet.
     *
     * @param store the destination
     * @param deletesReplaced whether objects that the job replaces are deleted when it is published; otherwise vacuum
     *     deletes them
     * @param start how the job began; if given, the commit fails if the output format names its files itself
     */
    public JobCommit(Store store, JobId job, Publisher publisher, boolean deletesReplaced, Optional<Start> start) {
        this.store = store;
        this.job = job;
        this.publisher = publisher;
        this.deletesReplaced = deletesReplaced;
        this.start = start;
    }

    /**
     * Describes how a job began.
     *
     * @param millis when it was set up, in milliseconds since 1970
     * @param format the class of its output format, for people
     */
    public record Start(long millis, String format) {}

    /** Commits attempts whose object names are not known. One listing of the destination finds the objects. */
    public Publisher.Publication commitAttempts(Set<Attempt> attempts, Mode mode, JobInfo info) throws IOException {
        SelfNamedOutput selfNamed = new SelfNamedOutput(attempts, start);
        return commitListed(
                (path, attempt) -> {
                    boolean committed = attempts.contains(attempt);
                    if (committed) {
                        selfNamed.addOwn(attempt);
                    }
                    return committed;
                },
                Set.of(),
                selfNamed::addOther,
                folders -> {
                    selfNamed.check(job, store.location());
                    return switch (mode) {
                        case APPEND -> Overwrite.nothing();
                        case OVERWRITE -> Overwrite.everything();
                        case OVERWRITE_PARTITIONS -> partitions(folders);
                    };
                },
                mode != Mode.APPEND,
                info);
    }

    /**
     * Returns an overwrite of the folders of partitions. The destination is none of them: a job that writes its rows
     * to folders also leaves an object in the destination, by its default output.
     *
     * @param folders those to which the job has written; the destination itself only if it has written more than empty
     *     objects there
     * @throws IOException if the job has written to the destination alone, and probably rows: added to the old ones they
     *     would be there twice. The objects of many formats are not empty without rows, so a job without any may fail,
     *     too
     */
    private Overwrite partitions(Set<String> folders) throws IOException {
        List<String> partitions =
                folders.stream().filter(folder -> !folder.isEmpty()).toList();
        if (partitions.isEmpty() && !folders.isEmpty()) {
            throw new IOException(
                    "Job %s can't be committed to %s: it replaces the folders that it writes to, and has written to the destination alone. Set %s=overwrite to replace all, or append; if it has no rows, LazyOutputFormat keeps its format from writing an object"
                            .formatted(job, store.location(), CommitterOptions.MODE));
        }
        return Overwrite.folders(partitions);
    }

    /**
     * Commits objects whose names are known.
     *
     * @param elsewhere the file names of objects that the job commits to other folders. Those folders may be in this
     *     one, so its listing may have these objects. A name contains the attempt, so an object of this name is never
     *     a leftover, whatever its folder is called
     * @param verified whether to check that they exist; the manifest then contains their sizes and ETags. If something
     *     is overwritten, this costs nothing extra
     * @throws IOException if an object is missing, or if publishing failed
     */
    public Publisher.Publication commitObjects(
            List<String> paths, Set<String> elsewhere, Overwrite overwrite, boolean verified, JobInfo info)
            throws IOException {
        if (overwrite.isNothing() && !verified) {
            try (Output.Builder output = Output.builder(store, job)) {
                for (String path : paths) {
                    output.add(ObjectLine.of(path));
                }
                return publisher.publish(output.build(), overwrite, 0, info);
            }
        }
        Set<String> expected = new HashSet<>(paths);
        Set<String> missing = new HashSet<>(paths);
        return commitListed(
                (path, attempt) -> {
                    missing.remove(path);
                    return expected.contains(path);
                },
                elsewhere,
                object -> {},
                folders -> {
                    if (!missing.isEmpty()) {
                        throw new IOException(
                                "Job %s can't be committed to %s: %,d of its objects are gone, such as %s. Vacuum's age limit must exceed the longest job"
                                        .formatted(
                                                job,
                                                store.location(),
                                                missing.size(),
                                                missing.iterator().next()));
                    }
                    return overwrite;
                },
                !overwrite.isNothing(),
                info);
    }

    @FunctionalInterface
    private interface OverwriteOfFolders {
        Overwrite of(Set<String> folders) throws IOException;
    }

    private Publisher.Publication commitListed(
            BiPredicate<String, Attempt> committed,
            Set<String> elsewhere,
            Consumer<StoredObject> others,
            OverwriteOfFolders overwrite,
            boolean overwrites,
            JobInfo info)
            throws IOException {
        // before the listing, so that the generation that the listing reflects is known
        DataSet before = overwrites ? ManifestReader.read(new StoreFiles(store), "") : null;
        Listing listing = new Listing(committed, elsewhere, others, overwrite, before);
        Publisher.Publication publication;
        try (Output.Builder output = Output.builder(store, job)) {
            Overwrite replaced = listing.collect(output);
            publication = publisher.publish(output.build(), replaced, before == null ? 0 : before.generation(), info);
        }
        // from here on, a failure does not harm the job, except where readers would count what was replaced
        try {
            delete("leftovers of attempts that are not committed", listing.leftovers);
        } catch (IOException | RuntimeException e) {
            LOG.warn("Vacuum will have to delete leftovers of job {} in {}", job, store.location(), e);
        }
        if (deletesReplaced || listing.leavesNothing) {
            try {
                delete(
                        "what was replaced",
                        publication.own() ? listing.replaced.keySet() : replacedNow(listing.replaced));
            } catch (IOException | RuntimeException e) {
                if (listing.leavesNothing) {
                    throw new ReplacedObjectsException(
                            "Job %s is committed to %s, but %,d objects that it replaced could not be deleted. Some readers look for a manifest only where an object has the name of an attempt; here none has, so they still count these objects. Run the job again, or delete them by vacuum"
                                    .formatted(job, store.location(), listing.replaced.size()),
                            e);
                }
                LOG.warn("Vacuum will have to delete what was replaced in {}", store.location(), e);
            }
        }
        return publication;
    }

    /**
     * Returns which objects of a listing the manifest does not count by now. If another process has committed the job, the listing may
     * have what was written since then, and is counted.
     */
    private Set<String> replacedNow(Map<String, Predicate<DataSet>> replaced) throws IOException {
        DataSet now = ManifestReader.read(new StoreFiles(store), "");
        return replaced.entrySet().stream()
                .filter(object -> object.getValue().test(now))
                .map(Map.Entry::getKey)
                .collect(toCollection(LinkedHashSet::new));
    }

    private void delete(String what, Set<String> paths) throws IOException {
        if (!paths.isEmpty()) {
            LOG.info("Deleting {} in {}: {} objects", what, store.location(), paths.size());
            store.delete(paths);
        }
    }

    /** Holds the content of the destination, as far as it concerns this job. */
    private final class Listing {
        private final BiPredicate<String, Attempt> committed;
        private final Set<String> elsewhere;
        private final Consumer<StoredObject> others;
        private final OverwriteOfFolders overwriteOf;
        private final DataSet before;
        private final Set<String> leftovers = new LinkedHashSet<>();
        /** the paths of what the job replaces, each with whether a later state of the data set does not count it */
        private final Map<String, Predicate<DataSet>> replaced = new LinkedHashMap<>();

        private final Set<String> nestedManifests = new TreeSet<>();
        /** Tells whether the listing has objects that the job commits, be it to this folder or to one in it. */
        private boolean commitsObjects;

        /**
         * Tells whether the job overwrites and commits nothing here, and the manifest lists no object after it. No object with
         * an attempt name may then be left, by which readers notice that there is a manifest that replaces ordinary
         * objects. So what was replaced must not stay until vacuum.
         */
        private boolean leavesNothing;

        /**
         * @param others receives objects that are not the job's, by their names
         * @param before the data set before the job; null if nothing is to be replaced
         */
        Listing(
                BiPredicate<String, Attempt> committed,
                Set<String> elsewhere,
                Consumer<StoredObject> others,
                OverwriteOfFolders overwriteOf,
                DataSet before) {
            this.committed = committed;
            this.elsewhere = elsewhere;
            this.others = others;
            this.overwriteOf = overwriteOf;
            this.before = before;
        }

        Overwrite collect(Output.Builder output) throws IOException {
            Set<String> folders = new TreeSet<>();
            List<StoredObject> candidates = new ArrayList<>();
            store.list("", object -> {
                Optional<Attempt> own = ownAttempt(object.path());
                if (own.isPresent() && !AttemptNames.isData(object.path())) {
                    checkHidden(object.path(), own.get());
                } else if (own.isPresent()) {
                    if (committed.test(object.path(), own.get())) {
                        output.add(ObjectLine.of(object.path(), object.size(), object.etag()));
                        String folder = AttemptNames.folderOfAttempt(object.path());
                        if (!folder.isEmpty() || object.size() > 0) {
                            folders.add(folder);
                        }
                        commitsObjects = true;
                    } else if (elsewhere.contains(name(object.path()))) {
                        commitsObjects = true;
                    } else {
                        leftovers.add(object.path());
                    }
                } else {
                    others.accept(object);
                    if (before != null) {
                        candidates.add(object);
                    }
                }
            });
            Overwrite overwrite = overwriteOf.of(folders);
            leavesNothing = !overwrite.isNothing() && !commitsObjects && !listsOthers(overwrite);
            for (StoredObject object : candidates) {
                if (isNestedManifest(object.path())) {
                    String folder = folder(object.path());
                    // what is in a hidden folder is no data of this one
                    if (AttemptNames.isData(folder) && (overwrite.covers(folder) || overwrite.isWithin(folder))) {
                        nestedManifests.add(folder);
                    }
                } else if (overwrite.covers(object.path())) {
                    collectReplaced(object, output);
                } else if (leavesNothing && isReplaced(object)) {
                    replaced.put(object.path(), now -> replaces(now, object));
                }
            }
            for (String folder : nestedManifests) {
                collectNested(ManifestReader.read(new StoreFiles(store), folder), folder, overwrite, output);
            }
            return overwrite;
        }

        /**
         * Throws if an object that the job commits is in a hidden folder, where readers would not see it. What a format hides in the
         * folder that it makes of an attempt, as it would a MapFile's, is none of its rows.
         */
        private void checkHidden(String path, Attempt attempt) throws IOException {
            if (!AttemptNames.isData(AttemptNames.folderOfAttempt(path)) && committed.test(path, attempt)) {
                throw new IOException(
                        "Job %s can't be committed to %s: it has written %s, and readers ignore folders whose names start with '_' or '.'. Let the job write to a folder with another name"
                                .formatted(job, store.location(), path));
            }
        }

        /** Returns whether the manifest before lists objects that the job does not overwrite. */
        private boolean listsOthers(Overwrite overwrite) throws IOException {
            AtomicBoolean found = new AtomicBoolean();
            before.forEachObject(object -> found.compareAndSet(false, !overwrite.covers(object.path())));
            return found.get();
        }

        /** Returns whether an earlier overwrite replaced an object, and left it to vacuum. */
        private boolean isReplaced(StoredObject object) {
            return AttemptNames.isData(object.path()) && replaces(before, object);
        }

        private static boolean replaces(DataSet dataSet, StoredObject object) {
            return dataSet.replaces(object.path(), object.size(), object.modifiedMillis());
        }

        private void collectReplaced(StoredObject object, Output.Builder output) throws IOException {
            String path = object.path();
            if (!AttemptNames.isData(path)) {
                // not relevant to readers
            } else if (AttemptNames.attemptOfPath(path).isEmpty()) {
                ReplacedLine line = ReplacedLine.version(path, object.size(), object.modifiedMillis());
                output.add(line.at(replacedBefore(path, object.size(), object.modifiedMillis())));
                replaced.put(path, now -> replaces(now, object));
            } else if (before.lists(path)) {
                // another job may be writing the others
                replaced.put(path, now -> !now.lists(path));
            }
        }

        /**
         * Returns the generation that replaced an object already. Vacuum counts from then, however often it is replaced
         * again.
         */
        private long replacedBefore(String path, long size, long modifiedMillis) {
            return before.replacedBy(path, size, modifiedMillis).orElse(ObjectLine.UNPUBLISHED);
        }

        private void collectNested(DataSet nested, String folder, Overwrite overwrite, Output.Builder output)
                throws IOException {
            nested.forEachObject(object -> {
                String path = folder + object.path();
                // what this job has published there is new
                if (AttemptNames.isData(path)
                        && overwrite.covers(path)
                        && ownAttempt(path).isEmpty()) {
                    output.add(ReplacedLine.forever(path).at(replacedBefore(path, -1, -1)));
                    replaced.put(path, now -> now.replaces(path, -1, -1));
                }
            });
        }
    }

    /** Returns the attempt of this job that wrote an object; empty for objects of other jobs, and for ordinary ones. */
    private Optional<Attempt> ownAttempt(String path) {
        return AttemptNames.attemptOfPath(path).filter(attempt -> attempt.job().equals(job));
    }

    private static boolean isNestedManifest(String path) {
        return path.indexOf('/') >= 0 && ManifestNames.isManifest(name(path));
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }
}
