// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.S3Prices;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.util.Map;

/**
 * Describes one run of a workload.
 *
 * @param seconds the time until the job had committed
 * @param storeSeconds the sum of the durations of all requests; many requests run concurrently
 * @param byKind all requests of the job, including Spark's own
 * @param bytesWritten the bytes that were sent to the store in bodies of objects and their parts
 * @param bytesCopied the bytes that were copied from one object to another within the store
 * @param bytesRead the bytes that were read from objects
 */
record PaperRun(
        double seconds,
        double storeSeconds,
        Map<RequestKind, Long> byKind,
        long bytesWritten,
        long bytesCopied,
        long bytesRead,
        Peaks peaks) {
    /**
     * Holds the largest amounts during a run, in bytes.
     *
     * @param resident memory of Spark's process; 0 if the operating system does not say
     * @param direct direct buffers of Spark's process
     * @param onDisk files of S3A that wait to be uploaded
     */
    record Peaks(long resident, long direct, long onDisk) {}

    static PaperRun of(double seconds, RequestCounts counts, Peaks peaks) {
        return new PaperRun(
                seconds,
                counts.entries().stream().mapToLong(LoggedRequest::nanos).sum() / 1e9,
                counts.byKind(),
                counts.only(request -> request.kind() == RequestKind.PUT || request.kind() == RequestKind.UPLOAD_PART)
                        .bytesReceived(),
                counts.bytesCopied(),
                counts.only(LoggedRequest::isRead).bytesSent(),
                peaks);
    }

    long requests() {
        return byKind.values().stream().mapToLong(Long::longValue).sum();
    }

    long count(RequestKind kind) {
        return byKind.getOrDefault(kind, 0L);
    }

    double dollars() {
        return S3Prices.current().dollars(byKind);
    }
}
