// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.name.JobId;
import io.skipping.committer.option.CommitterOptions.Mode;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits a job that learns from task records which attempts are committed. Any process may do this, any number of
 * times.
 */
public final class RecordedJob {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedJob.class);

    private final Store store;
    private final JobId job;
    private final JobCommit commit;
    private final Mode mode;

    public RecordedJob(Store store, JobId job, JobCommit commit, Mode mode) {
        this.store = store;
        this.job = job;
        this.commit = commit;
        this.mode = mode;
    }

    public void commit(JobInfo info) throws IOException {
        TaskRecords records = new TaskRecords(store, job);
        // checked first, because some or all records of a committed job may be deleted
        if (isCommitted(store, job)) {
            LOG.info("Job {} has already been committed to {}", job, store.location());
        } else {
            commit.commitAttempts(records.committed(), mode, info);
        }
        try {
            records.delete();
        } catch (IOException e) {
            LOG.warn("Vacuum will have to delete the task records of job {} in {}", job, store.location(), e);
        }
    }

    /** Returns whether the job is published. It needs no records from then on. */
    public static boolean isCommitted(Store store, JobId job) throws IOException {
        return ManifestReader.current(new StoreFiles(store), "")
                .flatMap(manifest -> manifest.job(job))
                .isPresent();
    }
}
