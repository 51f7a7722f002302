// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.name.TaskId;
import io.skipping.committer.option.CommitterOptions.Mode;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** A job in tests, that does what the framework would have it do. */
record Job(JobId id) {
    static Job named(String id) {
        return new Job(new JobId(id));
    }

    Attempt attempt(int task, int number) {
        return new Attempt(id, new TaskId('m', task), number);
    }

    /** Where an attempt writes. */
    String path(String folder, int task, int number) {
        return AttemptNames.name(folder + "part", attempt(task, number)) + "-m-%05d.csv".formatted(task);
    }

    void write(Store store, String folder, int task, int number) throws IOException {
        String path = path(folder, task, number);
        store.put(path, Content.of(path.getBytes(UTF_8)));
    }

    void commitTask(Store store, int task, int number) throws IOException {
        new TaskRecords(store, id).commit(attempt(task, number));
    }

    /** Writes the only attempt of a task, and commits it. */
    void task(Store store, String folder, int task) throws IOException {
        write(store, folder, task, 0);
        commitTask(store, task, 0);
    }

    void commit(Store store) throws IOException {
        commit(store, Mode.APPEND);
    }

    void commit(Store store, Mode mode) throws IOException {
        commit(store, mode, true);
    }

    void commit(Store store, Mode mode, boolean deletesReplaced) throws IOException {
        recorded(store, mode, deletesReplaced).commit(new JobInfo("test", "a job in a test"), Optional.empty());
    }

    RecordedJob recorded(Store store, Mode mode, boolean deletesReplaced) {
        JobCommit commit = new JobCommit(store, id, new Publisher(store, Duration.ofMinutes(1)), deletesReplaced);
        return new RecordedJob(store, id, commit, mode);
    }
}
