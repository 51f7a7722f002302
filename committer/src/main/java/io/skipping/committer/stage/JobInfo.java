// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

/**
 * For people who read a manifest.
 *
 * @param jobIdSource where the job's id comes from
 */
public record JobInfo(String jobIdSource, String description) {}
