// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.data.DataSet;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.store.ManifestAbove;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts attempts and jobs: deletes what they wrote, and nothing else. Any process may do this, any number of times.
 */
public final class Abort {
    private static final Logger LOG = LoggerFactory.getLogger(Abort.class);

    private final Store store;
    private final TaskRecords records;
    private final JobId job;

    /** Creates what aborts a job, and attempts of it, in the destination that the store provides. */
    public Abort(Store store, JobId job) {
        this.store = store;
        this.job = job;
        this.records = new TaskRecords(store, job);
    }

    /**
     * Aborts an attempt.
     *
     * @return the number of objects deleted
     */
    public int attempt(Attempt attempt) throws IOException {
        records.abort(attempt);
        return delete(found(attempt::equals));
    }

    /**
     * Deletes the objects of an attempt that is known to be aborted.
     *
     * @return the number of objects deleted
     */
    public int objectsOfAttempt(Attempt attempt) throws IOException {
        return delete(found(attempt::equals));
    }

    /**
     * Aborts the job. This also prevents other processes from committing the job by task records.
     *
     * @return the number of objects deleted
     * @throws IOException also if the job is committed, be it to a folder above or to one below that has its objects
     */
    public int job() throws IOException {
        List<ManifestAbove> above = refuseCommitted();
        records.abortJob();
        Found found = objects(above);
        // before the objects: a later application master would take a task that has a record for complete
        records.delete();
        int deleted = delete(found);
        // that of an attempt which ended meanwhile
        records.delete();
        return deleted;
    }

    /**
     * Deletes the objects of a job that only this process could commit.
     *
     * @return the number of objects deleted
     * @throws IOException also if the job is committed
     */
    public int objectsOfJob() throws IOException {
        return delete(objects(refuseCommitted()));
    }

    /** Returns the manifests of folders above, none of which has the job. */
    private List<ManifestAbove> refuseCommitted() throws IOException {
        refuseCommitted(ManifestReader.current(new StoreFiles(store), ""), store.location());
        List<ManifestAbove> above = ManifestAbove.all(store);
        for (ManifestAbove each : above) {
            refuseCommitted(Optional.of(each.dataSet().manifest()), each.location());
        }
        return above;
    }

    private void refuseCommitted(Optional<Manifest> manifest, String location) throws IOException {
        if (manifest.flatMap(each -> each.job(job)).isPresent()) {
            throw new IOException("Job %s can't be aborted: it is committed to %s. Its objects are part of the data set"
                    .formatted(job, location));
        }
    }

    /** Returns the objects of the job that no manifest lists; refuses if one below has the job. */
    private Found objects(List<ManifestAbove> above) throws IOException {
        Found found = found(attempt -> attempt.job().equals(job));
        // the jobs that a manifest remembers are not all those whose objects it lists
        above.forEach(manifest -> found.paths().removeIf(manifest::lists));
        for (String folder : found.nestedManifests()) {
            refuseCommitted(
                    ManifestReader.current(new StoreFiles(store), folder), "%s/%s".formatted(store.location(), folder));
        }
        return found;
    }

    /**
     * Holds what a listing has of a job.
     *
     * @param paths the objects with attempt names
     * @param nestedManifests the folders below the root that have manifests, and any of these objects
     */
    private record Found(NavigableSet<String> paths, Set<String> nestedManifests) {
        private static SortedSet<String> within(NavigableSet<String> paths, String folder) {
            // '0' follows '/'
            return paths.subSet(folder, folder.substring(0, folder.length() - 1) + '0');
        }
    }

    private Found found(Predicate<Attempt> given) throws IOException {
        NavigableSet<String> paths = new TreeSet<>();
        Set<String> manifests = new TreeSet<>();
        store.list("", object -> {
            String path = object.path();
            int name = path.lastIndexOf('/') + 1;
            if (AttemptNames.attemptOfPath(path).filter(given).isPresent()) {
                paths.add(path);
            } else if (name > 0 && ManifestNames.isManifest(path.substring(name))) {
                manifests.add(path.substring(0, name));
            }
        });
        manifests.removeIf(folder -> Found.within(paths, folder).isEmpty());
        return new Found(paths, manifests);
    }

    private int delete(Found found) throws IOException {
        if (found.paths().isEmpty()) {
            return 0;
        }
        // a late abort must not delete what was committed
        found.paths().removeIf(ManifestReader.read(new StoreFiles(store), "")::lists);
        for (String folder : found.nestedManifests()) {
            DataSet nested = ManifestReader.read(new StoreFiles(store), folder);
            Found.within(found.paths(), folder).removeIf(path -> nested.lists(path.substring(folder.length())));
        }
        LOG.info("Deleting {} objects that job {} gave up in {}", found.paths().size(), job, store.location());
        store.delete(found.paths());
        return found.paths().size();
    }
}
