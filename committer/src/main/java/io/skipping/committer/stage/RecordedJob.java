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

/** Commits a job that learns from task records which attempts are committed. Any process can, again and again. */
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
        // asked first, since a job that is committed may have none of its records left, or some of them
        if (isCommitted(store, job)) {
            LOG.info("Job {} is found committed to {}", job, store.location());
        } else {
            commit.commitAttempts(records.committed(), mode, info);
        }
        try {
            records.delete();
        } catch (IOException e) {
            LOG.warn("Vacuum will have to delete the task records of job {} in {}", job, store.location(), e);
        }
    }

    /** Whether the job is published: it needs no records from then on. */
    public static boolean isCommitted(Store store, JobId job) throws IOException {
        return ManifestReader.current(new StoreFiles(store), "")
                .flatMap(manifest -> manifest.job(job))
                .isPresent();
    }
}
