// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;

/**
 * A workload that was run once.
 *
 * @param seconds until the job had committed
 * @param counts all requests of the job, Spark's own too
 */
record PaperRun(double seconds, RequestCounts counts) {
    /** Bodies of objects and their parts, as they went over the network. */
    long bytesWritten() {
        return counts.only(request -> request.kind() == RequestKind.PUT || request.kind() == RequestKind.UPLOAD_PART)
                .bytesReceived();
    }

    /** From one object to another, within the store. */
    long bytesCopied() {
        return counts.bytesCopied();
    }

    /** Of objects. */
    long bytesRead() {
        return counts.only(LoggedRequest::isRead).bytesSent();
    }

    /** What all requests took, each by itself: many are under way at the same time. */
    double storeSeconds() {
        return counts.entries().stream().mapToLong(LoggedRequest::nanos).sum() / 1e9;
    }

    double dollars() {
        return S3Prices.dollars(counts.byKind());
    }
}
