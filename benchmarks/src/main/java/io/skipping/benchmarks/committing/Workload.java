// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import java.util.List;

/** Says what is written to a new destination. */
enum Workload {
    PARQUET("parquet", "data frame, Parquet"),
    /** Uses Hadoop's old API, which S3A's committers do not support. */
    TEXT_RDD("text-rdd", "`saveAsTextFile`");

    private static final List<String> OLD_API = List.of("attempt-naming", "file-v1", "file-v2");

    private final String label;
    private final String description;

    Workload(String label, String description) {
        this.label = label;
        this.description = description;
    }

    String label() {
        return label;
    }

    String description() {
        return description;
    }

    boolean isFor(String system) {
        return this == PARQUET || OLD_API.contains(system);
    }

    /** Returns the number of requests that this project's committer should not exceed. */
    int target(int parts) {
        return this == PARQUET ? 4 + 2 * parts : 5 + parts;
    }
}
