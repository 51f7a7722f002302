// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.lake.Job;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs the job that builds an index, as a user runs it. */
final class IndexJob {
    private IndexJob() {}

    /**
     * Holds what a build took.
     *
     * @param counts all requests during the build
     */
    record Result(double seconds, RequestCounts counts) {}

    /** Builds the index of a table, and passes each line of the job's output to the listener. */
    static Result build(LocalLake lake, String table, Optional<String> rangeSize, Consumer<String> listener)
            throws IOException {
        RequestLog.Mark mark = lake.s3().log().mark();
        double seconds = Job.run(Job.build(lake, table, rangeSize), listener);
        return new Result(seconds, lake.s3().log().since(mark));
    }
}
