// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.util.List;
import java.util.Map;

/**
 * Holds the fields of a {@code _SUCCESS} file that Hadoop's tools read. They do not affect what the data set is.
 *
 * @param jobId the id of the job
 * @param jobIdSource where the id of the job comes from
 * @param description the job, for people
 * @param hostname the machine that committed it
 * @param timestamp when it was committed, in milliseconds since 1970
 * @param filenames some objects of the job
 * @param metrics numbers about the job by their names, such as {@code objects} and {@code bytes}
 * @param diagnostics texts about the job by their names
 */
public record SuccessData(
        String jobId,
        String jobIdSource,
        String description,
        String hostname,
        long timestamp,
        List<String> filenames,
        Map<String, Long> metrics,
        Map<String, String> diagnostics) {
    /** Is the value that Hadoop requires in the field 'name'. */
    static final String NAME = "org.apache.hadoop.fs.s3a.commit.files.SuccessData/1";

    static final String COMMITTER = "attempt-naming";

    /** Is the maximum number of names. This is enough for people; the manifest has all. */
    public static final int MAX_FILENAMES = 100;

    public SuccessData {
        filenames = List.copyOf(filenames);
        metrics = Map.copyOf(metrics);
        diagnostics = Map.copyOf(diagnostics);
    }
}
