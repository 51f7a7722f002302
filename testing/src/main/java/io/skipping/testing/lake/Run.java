// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import io.skipping.testing.s3.RequestCounts;
import java.util.List;

/**
 * A query that was run once.
 *
 * @param rows of the result
 * @param seconds until the client had all of it
 * @param cpuSeconds what tasks took, as Trino tells; without planning
 * @param counts all requests while it ran, those for the index too
 */
public record Run(List<List<Object>> rows, double seconds, double cpuSeconds, RequestCounts counts) {
    public long requests() {
        return counts.requests();
    }

    /** That the store sent. */
    public long bytes() {
        return counts.bytesSent();
    }

    /** Objects with data that bytes were read of, of those whose keys begin so. */
    public long objects(String prefix) {
        return counts.data().only(entry -> entry.key().startsWith(prefix)).objectsRead();
    }
}
