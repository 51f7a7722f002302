// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.util.List;
import java.util.Map;

/**
 * Holds the fields of a {@code _SUCCESS} file that Hadoop's tools read. They do not affect what the data set is.
 *
 * @param jobIdSource where the id of the job comes from
 * @param filenames some objects of the job
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
    /** The value that Hadoop requires in the field 'name'. */
    static final String NAME = "org.apache.hadoop.fs.s3a.commit.files.SuccessData/1";

    static final String COMMITTER = "attempt-naming";

    /** The maximum number of names. This is enough for people; the manifest has all. */
    public static final int MAX_FILENAMES = 100;

    public SuccessData {
        filenames = List.copyOf(filenames);
        metrics = Map.copyOf(metrics);
        diagnostics = Map.copyOf(diagnostics);
    }
}
