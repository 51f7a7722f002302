// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

/**
 * Describes a job to people who read its manifest.
 *
 * @param jobIdSource where the job's id comes from
 * @param description the name of the job
 */
public record JobInfo(String jobIdSource, String description) {}
