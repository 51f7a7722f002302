// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.name.TaskId;
import io.skipping.committer.stage.JobCommit.Start;
import io.skipping.committer.store.StoredObject;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds tasks whose output format ignored the name that it was given, and wrote to an ordinary one. Such objects count at
 * once, also those of failed attempts, and an overwrite would take them for old ones and delete them.
 *
 * <p>A task is under suspicion if its committed attempt has no object, and there is an ordinary object with the task's
 * number in its name that was written since the job started. The listing of a job's commit has all that is needed, so
 * this sends no request.
 */
final class SelfNamedOutput {
    /** Recognises names that Hadoop's FileOutputFormat makes, such as {@code part-m-00003.avro}. */
    private static final Pattern NUMBERED = Pattern.compile(".*-([a-z])-([0-9]{5,9})(?:[-_.].*)?", Pattern.DOTALL);

    /**
     * The clock of the store may be behind, so objects that are older than the job by less than this are under suspicion,
     * too.
     */
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(1);

    private final Set<TaskId> withoutObjects = new TreeSet<>();
    private final TreeMap<TaskId, String> ordinary = new TreeMap<>();
    private final Optional<Start> start;

    /** @param start empty if it is not known; nothing is found then */
    SelfNamedOutput(Set<Attempt> committed, Optional<Start> start) {
        committed.forEach(attempt -> withoutObjects.add(attempt.task()));
        this.start = start;
    }

    /** Takes note of an object of a committed attempt. */
    void addOwn(Attempt attempt) {
        withoutObjects.remove(attempt.task());
    }

    /** Takes note of an object that is not the job's, by its name. */
    void addOther(StoredObject object) {
        if (start.isEmpty()
                || object.modifiedMillis() < start.get().millis() - CLOCK_SKEW.toMillis()
                || !AttemptNames.isData(object.path())
                || AttemptNames.attemptOfPath(object.path()).isPresent()) {
            return;
        }
        Matcher name = NUMBERED.matcher(object.path().substring(object.path().lastIndexOf('/') + 1));
        if (name.matches()) {
            ordinary.putIfAbsent(new TaskId(name.group(1).charAt(0), Integer.parseInt(name.group(2))), object.path());
        }
    }

    /** @throws IOException if there is such a task */
    void check(JobId job, String location) throws IOException {
        ordinary.keySet().retainAll(withoutObjects);
        if (!ordinary.isEmpty()) {
            throw new IOException(
                    "Job %s can't be committed to %s: task %s has no object with the name that the committer asked for, but %s was written since the job started. %s seems to name its files itself, so those of failed attempts would count, too. Use an output format that writes to FileOutputFormat.getDefaultWorkFile, or another committer, and delete what it named. If another job wrote that object, run this one again"
                            .formatted(
                                    job,
                                    location,
                                    ordinary.firstKey(),
                                    ordinary.firstEntry().getValue(),
                                    start.orElseThrow().format()));
        }
    }
}
