// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import io.skipping.committer.name.JobId;

/**
 * Describes a job that was published.
 *
 * @param id the id of the job
 * @param generation the generation that published it
 * @param committedMillis when it was published, in milliseconds since 1970, by the clock of the committing process
 * @param objects how many objects it wrote
 * @param bytes the bytes of the objects whose sizes are known
 * @param digest a digest of the paths of its objects; distinguishes a job that commits again from another job with the
 *     same id
 */
public record CommittedJob(JobId id, long generation, long committedMillis, long objects, long bytes, String digest) {}
