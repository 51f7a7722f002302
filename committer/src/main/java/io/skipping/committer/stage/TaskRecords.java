// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.JobId;
import io.skipping.committer.name.TaskId;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoredObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tells a job which attempts are committed, if the framework does not: one small object per attempt. Whichever process
 * writes that object first decides whether the attempt is committed or aborted.
 */
public final class TaskRecords {
    // of different sizes, so that a listing tells them apart
    private static final byte[] COMMITTED = "committed\n".getBytes(UTF_8);
    private static final byte[] ABORTED = "aborted\n".getBytes(UTF_8);
    private static final String JOB_ABORTED = "aborted";

    private final Store store;
    private final String folder;
    private final JobId job;

    /** Creates access to the records of a job in the destination that the store provides. */
    public TaskRecords(Store store, JobId job) {
        this.store = store;
        this.job = job;
        this.folder = ManifestNames.records(job);
    }

    private String path(Attempt attempt) {
        return folder + attempt.withinJob();
    }

    /**
     * Commits an attempt.
     *
     * @throws IOException also if the job has aborted the attempt
     */
    public void commit(Attempt attempt) throws IOException {
        if (store.create(path(attempt), Content.of(COMMITTED))) {
            return;
        }
        // it may be this attempt's own record, written by a try whose answer was lost
        if (!isCommitted(path(attempt))) {
            throw new IOException(
                    "Attempt %s was given up before it was committed to %s: its objects will not be counted"
                            .formatted(attempt, store.location()));
        }
    }

    /** Aborts an attempt, even one that was committed. It cannot be committed any more. */
    public void abort(Attempt attempt) throws IOException {
        store.put(path(attempt), Content.of(ABORTED));
    }

    /** Returns whether an attempt is committed; false if it was aborted, or has no record. */
    public boolean isCommitted(Attempt attempt) throws IOException {
        return isCommitted(path(attempt));
    }

    private boolean isCommitted(String path) throws IOException {
        Optional<Store.Opened> opened = store.open(path);
        if (opened.isEmpty()) {
            return false;
        }
        try (InputStream in = opened.get().stream()) {
            return Arrays.equals(in.readNBytes(COMMITTED.length + 1), COMMITTED);
        }
    }

    /** Aborts the job. It cannot be committed any more. */
    public void abortJob() throws IOException {
        store.put(folder + JOB_ABORTED, Content.of(ABORTED));
    }

    /** Allows a process that takes over an aborted job to do all of it again. */
    public void beginAgain() throws IOException {
        store.delete(List.of(folder + JOB_ABORTED));
    }

    /**
     * Returns the committed attempt of each task. If a task has several, this is the one with the highest number.
     *
     * @throws IOException also if the job was aborted
     */
    public Set<Attempt> committed() throws IOException {
        List<StoredObject> records = list();
        if (records.stream().anyMatch(record -> record.path().equals(folder + JOB_ABORTED))) {
            throw new IOException(
                    "Job %s was aborted: it can't be committed to %s any more".formatted(job, store.location()));
        }
        Map<TaskId, Attempt> byTask = new TreeMap<>();
        for (StoredObject record : records) {
            if (record.size() == COMMITTED.length) {
                Attempt.parse(job, record.path().substring(folder.length()))
                        .ifPresent(attempt -> byTask.merge(
                                attempt.task(), attempt, (one, other) -> one.number() > other.number() ? one : other));
            }
        }
        return new HashSet<>(byTask.values());
    }

    private List<StoredObject> list() throws IOException {
        List<StoredObject> records = new ArrayList<>();
        store.list(folder, records::add);
        return records;
    }

    /** Deletes all records except that of an aborted job. */
    public void delete() throws IOException {
        List<String> records = new ArrayList<>();
        for (StoredObject record : list()) {
            if (!record.path().equals(folder + JOB_ABORTED)) {
                records.add(record.path());
            }
        }
        if (!records.isEmpty()) {
            store.delete(records);
            store.deleteEmptyFolder(folder);
        }
    }
}
