// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import java.util.List;

/**
 * Holds what a build did.
 *
 * @param summarised how many files it summarised
 * @param current how many files the index had already
 * @param tooYoung how many files were modified within 2 seconds before the build; the next build takes them
 * @param ranges how many ranges the files have that it summarised
 * @param rows how many rows these have
 * @param failures why some files could not be summarised, a sentence for each; scans read these
 */
public record BuildResult(long summarised, long current, long tooYoung, long ranges, long rows, List<String> failures) {
    public BuildResult {
        failures = List.copyOf(failures);
    }
}
