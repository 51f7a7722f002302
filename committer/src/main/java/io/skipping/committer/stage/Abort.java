// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.data.DataSet;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
        return delete(attempt::equals);
    }

    /**
     * Deletes the objects of an attempt that is known to be aborted.
     *
     * @return the number of objects deleted
     */
    public int objectsOfAttempt(Attempt attempt) throws IOException {
        return delete(attempt::equals);
    }

    /**
     * Aborts the job. This also prevents other processes from committing the job by task records.
     *
     * @return the number of objects deleted
     * @throws IOException also if the job is committed
     */
    public int job() throws IOException {
        refuseCommitted();
        records.abortJob();
        int deleted = delete(attempt -> attempt.job().equals(job));
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
        refuseCommitted();
        return delete(attempt -> attempt.job().equals(job));
    }

    private void refuseCommitted() throws IOException {
        if (ManifestReader.current(new StoreFiles(store), "")
                .flatMap(manifest -> manifest.job(job))
                .isPresent()) {
            throw new IOException("Job %s can't be aborted: it is committed to %s. Its objects are part of the data set"
                    .formatted(job, store.location()));
        }
    }

    private int delete(Predicate<Attempt> given) throws IOException {
        List<String> found = new ArrayList<>();
        store.list("", object -> {
            if (AttemptNames.attemptOfPath(object.path()).filter(given).isPresent()) {
                found.add(object.path());
            }
        });
        if (found.isEmpty()) {
            return 0;
        }
        // a late abort must not delete what was committed
        DataSet committed = ManifestReader.read(new StoreFiles(store), "");
        found.removeIf(committed::lists);
        LOG.info("Deleting {} objects that job {} gave up in {}", found.size(), job, store.location());
        store.delete(found);
        return found.size();
    }
}
