// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import io.skipping.testing.s3.RequestCounts;
import java.util.List;

/**
 * Describes one run of a query.
 *
 * @param rows the rows of the result
 * @param seconds the time until the client had the whole result
 * @param cpuSeconds the CPU time of the tasks as Trino reports it; excludes planning
 * @param counts all requests to S3 during the run, including those for the index
 */
public record Run(List<List<Object>> rows, double seconds, double cpuSeconds, RequestCounts counts) {
    /** Returns the number of all requests to S3. */
    public long requests() {
        return counts.requests();
    }

    /** Returns the number of bytes that the store sent. */
    public long bytes() {
        return counts.bytesSent();
    }

    /** Returns the number of data objects whose keys begin with a prefix and of which bytes were read. */
    public long objects(String prefix) {
        return counts.data().only(entry -> entry.key().startsWith(prefix)).objectsRead();
    }
}
