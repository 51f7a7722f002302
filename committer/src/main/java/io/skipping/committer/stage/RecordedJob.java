// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.manifest.CommittedJob;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.JobId;
import io.skipping.committer.name.TaskId;
import io.skipping.committer.option.CommitterOptions.Mode;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
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

    /**
     * Creates the commit of a job by its task records; nothing is read or written yet.
     *
     * @param store the destination
     * @param commit commits the attempts that have a record
     * @param mode what the job replaces
     */
    public RecordedJob(Store store, JobId job, JobCommit commit, Mode mode) {
        this.store = store;
        this.job = job;
        this.commit = commit;
        this.mode = mode;
    }

    /**
     * Describes the tasks that a job cannot do without.
     *
     * @param type the letter of their kind, as in {@link TaskId}
     * @param count how many there are
     */
    public record Tasks(char type, int count) {}

    /**
     * Commits the attempts that have a record.
     *
     * @param needed empty if the job may have lost tasks, or nobody knows how many it has
     * @throws IOException also if one of the needed tasks has no record
     */
    public void commit(JobInfo info, Optional<Tasks> needed) throws IOException {
        TaskRecords records = new TaskRecords(store, job);
        // checked first, because some or all records of a committed job may be deleted
        Optional<CommittedJob> before = committed(store, job);
        if (before.isPresent() && mode != Mode.APPEND && before.get().objects() == 0) {
            // it may have failed to delete what it replaced, without which its commit is not complete
            commit.commitAttempts(Set.of(), mode, info);
        } else if (before.isPresent()) {
            LOG.info("Job {} has already been committed to {}", job, store.location());
        } else {
            Set<Attempt> committed = records.committed();
            if (needed.isPresent()) {
                check(committed, needed.get());
            }
            commit.commitAttempts(committed, mode, info);
        }
        try {
            records.delete();
        } catch (IOException e) {
            LOG.warn("Vacuum will have to delete the task records of job {} in {}", job, store.location(), e);
        }
    }

    private void check(Set<Attempt> committed, Tasks needed) throws IOException {
        long there = committed.stream()
                .filter(attempt -> attempt.task().type() == needed.type())
                .count();
        if (there < needed.count()) {
            throw new IOException(
                    "Job %s can't be committed to %s: %,d of its %,d tasks have no record in %s any more, so their rows would be missing. Vacuum's age limit must exceed the longest job"
                            .formatted(
                                    job,
                                    store.location(),
                                    needed.count() - there,
                                    needed.count(),
                                    ManifestNames.records(job)));
        }
    }

    /** Returns whether the job is published. It needs no records from then on. */
    public static boolean isCommitted(Store store, JobId job) throws IOException {
        return committed(store, job).isPresent();
    }

    private static Optional<CommittedJob> committed(Store store, JobId job) throws IOException {
        return ManifestReader.current(new StoreFiles(store), "").flatMap(manifest -> manifest.job(job));
    }
}
