// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import io.skipping.committer.name.JobId;

/**
 * A job that published.
 *
 * @param bytes of the objects whose size is known
 * @param digest of the paths of its objects: tells a job that commits again from another one that was given the same id
 */
public record CommittedJob(JobId id, long generation, long committedMillis, long objects, long bytes, String digest) {}
