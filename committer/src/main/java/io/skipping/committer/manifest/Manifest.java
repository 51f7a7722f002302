// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import io.skipping.committer.name.JobId;
import java.util.List;
import java.util.Optional;

/**
 * One generation of what a data set is, without the lines in its list files.
 *
 * @param publication random; recognises a publication whose answer was lost
 * @param jobs the last that published, oldest first
 */
public record Manifest(
        long generation, String publication, List<CommittedJob> jobs, List<ListFile> lists, List<Line> lines) {
    /** Name of the manifest in its folder. */
    public static final String NAME = "_SUCCESS";

    /** More lines than that are in list files, so that who reads, merges or writes a manifest holds no more in memory. */
    public static final int MAX_LINES = 5_000;

    /** As many are known to have committed. */
    public static final int MAX_JOBS = 1_000;

    public Manifest {
        jobs = List.copyOf(jobs);
        lists = List.copyOf(lists);
        lines = List.copyOf(lines);
    }

    /** What holds where nobody has published yet. */
    public static Manifest none() {
        return new Manifest(0, "", List.of(), List.of(), List.of());
    }

    /** Whether there is one. */
    public boolean isPublished() {
        return generation > 0;
    }

    public Optional<CommittedJob> job(JobId id) {
        return jobs.stream().filter(job -> job.id().equals(id)).findFirst();
    }
}
