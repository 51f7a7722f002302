// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.CommitterOptions.Mode;
import io.skipping.committer.DataSet;
import io.skipping.committer.ManifestReader;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.manifest.ObjectLine;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.manifest.ReplacedLine;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import io.skipping.committer.store.StoredObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits a job whose attempts are known, but not the names of their objects: one listing of the destination finds them. */
public final class JobCommit {
    private static final Logger LOG = LoggerFactory.getLogger(JobCommit.class);

    private final Store store;
    private final JobId job;
    private final Mode mode;
    private final Publisher publisher;
    private final boolean deletesReplaced;

    public JobCommit(Store store, JobId job, Mode mode, Publisher publisher, boolean deletesReplaced) {
        this.store = store;
        this.job = job;
        this.mode = mode;
        this.publisher = publisher;
        this.deletesReplaced = deletesReplaced;
    }

    /** Publishes what the attempts wrote. What follows, tidying up, may fail without harm to the job. */
    public Publisher.Publication commit(Set<Attempt> attempts, JobInfo info) throws IOException {
        DataSet before = mode == Mode.APPEND ? null : ManifestReader.read(new StoreFiles(store), "");
        Listing listing = new Listing(attempts, before);
        Publisher.Publication publication;
        try (Output.Builder output = Output.builder(store, job)) {
            listing.collect(output);
            long knownGeneration = before == null ? 0 : before.generation();
            publication = publisher.publish(output.build(), listing.overwrite, knownGeneration, info);
        }
        tidyUp("leftovers of attempts that are not committed", listing.leftovers);
        if (deletesReplaced) {
            tidyUp("what was replaced", listing.replaced);
        }
        return publication;
    }

    private void tidyUp(String what, Set<String> paths) {
        if (paths.isEmpty()) {
            return;
        }
        try {
            LOG.info("Deleting {} in {}: {} objects", what, store.location(), paths.size());
            store.delete(paths);
        } catch (IOException e) {
            LOG.warn("Vacuum will have to delete {} in {}: {} objects", what, store.location(), paths.size(), e);
        }
    }

    /** What the destination holds, as far as it concerns this job. */
    private final class Listing {
        private final Set<Attempt> attempts;
        private final DataSet before;
        private final Set<String> leftovers = new LinkedHashSet<>();
        private final Set<String> replaced = new LinkedHashSet<>();
        private final Set<String> nestedManifests = new TreeSet<>();
        private Overwrite overwrite = mode.overwrite();

        /** @param before what was there before; null if nothing is to be replaced */
        Listing(Set<Attempt> attempts, DataSet before) {
            this.attempts = attempts;
            this.before = before;
        }

        void collect(Output.Builder output) throws IOException {
            Set<String> folders = new TreeSet<>();
            List<StoredObject> candidates = new ArrayList<>();
            store.list("", object -> {
                Optional<Attempt> attempt = AttemptNames.attemptOfPath(object.path());
                if (AttemptNames.isData(object.path())
                        && attempt.isPresent()
                        && attempt.get().job().equals(job)) {
                    if (attempts.contains(attempt.get())) {
                        output.add(ObjectLine.of(object.path(), object.size(), object.etag()));
                        folders.add(folder(object.path()));
                    } else {
                        leftovers.add(object.path());
                    }
                } else if (before != null) {
                    candidates.add(object);
                }
            });
            if (mode == Mode.OVERWRITE_PARTITIONS) {
                overwrite = Overwrite.folders(List.copyOf(folders));
            }
            for (StoredObject object : candidates) {
                collectReplaced(object, output);
            }
            for (String folder : nestedManifests) {
                collectNested(ManifestReader.read(new StoreFiles(store), folder), folder, output);
            }
        }

        private void collectReplaced(StoredObject object, Output.Builder output) throws IOException {
            String path = object.path();
            if (!overwrite.covers(path)) {
                return;
            }
            if (isNestedManifest(path)) {
                nestedManifests.add(folder(path));
            } else if (!AttemptNames.isData(path)) {
                return;
            } else if (AttemptNames.attemptOfPath(path).isEmpty()) {
                output.add(ReplacedLine.version(path, object.size(), object.modifiedMillis()));
                replaced.add(path);
            } else if (before.lists(path)) {
                // another job may be writing the others
                replaced.add(path);
            }
        }

        private void collectNested(DataSet nested, String folder, Output.Builder output) throws IOException {
            nested.forEachObject(object -> {
                output.add(ReplacedLine.forever(folder + object.path()));
                replaced.add(folder + object.path());
            });
        }
    }

    private static boolean isNestedManifest(String path) {
        String name = path.substring(folder(path).length());
        return path.indexOf('/') >= 0
                && (name.equals(Manifest.NAME) || ManifestNames.generation(name).isPresent());
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }
}
