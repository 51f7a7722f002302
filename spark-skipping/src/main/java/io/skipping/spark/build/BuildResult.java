// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import java.util.List;

/**
 * Holds what a build did.
 *
 * @param summarised files that it summarised
 * @param current files that the index had already
 * @param tooYoung files that were modified within 2 seconds before the build, which the next build takes
 * @param ranges ranges of the files that it summarised
 * @param rows their rows
 * @param failures why some files could not be summarised, a sentence for each; scans read these
 */
public record BuildResult(long summarised, long current, long tooYoung, long ranges, long rows, List<String> failures) {
    public BuildResult {
        failures = List.copyOf(failures);
    }
}
