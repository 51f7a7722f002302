// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.S3Prices;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;

/**
 * Describes one run of a workload.
 *
 * @param seconds the time until the job had committed
 * @param counts all requests of the job, including Spark's own
 */
record PaperRun(double seconds, RequestCounts counts) {
    /** Returns the bytes that were sent to the store in bodies of objects and their parts. */
    long bytesWritten() {
        return counts.only(request -> request.kind() == RequestKind.PUT || request.kind() == RequestKind.UPLOAD_PART)
                .bytesReceived();
    }

    /** Returns the bytes that were copied from one object to another within the store. */
    long bytesCopied() {
        return counts.bytesCopied();
    }

    /** Returns the bytes that were read from objects. */
    long bytesRead() {
        return counts.only(LoggedRequest::isRead).bytesSent();
    }

    /** Returns the sum of the durations of all requests, in seconds. Many requests run concurrently. */
    double storeSeconds() {
        return counts.entries().stream().mapToLong(LoggedRequest::nanos).sum() / 1e9;
    }

    double dollars() {
        return S3Prices.current().dollars(counts.byKind());
    }
}
