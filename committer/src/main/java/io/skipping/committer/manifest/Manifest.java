// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import io.skipping.committer.name.JobId;
import java.util.List;
import java.util.Optional;

/**
 * Represents one generation of a manifest, which defines a data set, without the lines in its list files.
 *
 * @param generation counts from 1 with each commit; 0 if none was published
 * @param publication a random text that identifies a publication whose answer was lost
 * @param jobs the last jobs that published, oldest first
 * @param lists the files with further lines
 * @param lines the lines that are in the manifest itself
 * @param lostMillis when, in milliseconds since 1970, a job found the {@code _SUCCESS} of another committer in the place of a manifest, which that may have
 *     replaced; what is older may have counted. 0 if none did, or if everything has been overwritten since
 */
public record Manifest(
        long generation,
        String publication,
        List<CommittedJob> jobs,
        List<ListFile> lists,
        List<Line> lines,
        long lostMillis) {
    /** Is the name of the manifest in its folder. */
    public static final String NAME = "_SUCCESS";

    /**
     * Is the maximum number of lines in a manifest. Further lines are in list files, so that reading, merging or writing a
     * manifest needs no more memory.
     */
    public static final int MAX_LINES = 5_000;

    /** Is the maximum number of jobs that are remembered as committed. */
    public static final int MAX_JOBS = 1_000;

    public Manifest {
        jobs = List.copyOf(jobs);
        lists = List.copyOf(lists);
        lines = List.copyOf(lines);
    }

    /** Creates a manifest that no other committer has replaced. */
    public Manifest(
            long generation, String publication, List<CommittedJob> jobs, List<ListFile> lists, List<Line> lines) {
        this(generation, publication, jobs, lists, lines, 0);
    }

    /** Returns the manifest of a folder in which no job has published. */
    public static Manifest none() {
        return new Manifest(0, "", List.of(), List.of(), List.of());
    }

    /** Returns the manifest of a folder in which another committer may have replaced a manifest until now. */
    public static Manifest lost(long nowMillis) {
        return new Manifest(0, "", List.of(), List.of(), List.of(), nowMillis);
    }

    /** Returns whether the manifest has been published. */
    public boolean isPublished() {
        return generation > 0;
    }

    /** Returns the job with this id; empty if it was not published, or so long ago that it is not remembered. */
    public Optional<CommittedJob> job(JobId id) {
        return jobs.stream().filter(job -> job.id().equals(id)).findFirst();
    }
}
