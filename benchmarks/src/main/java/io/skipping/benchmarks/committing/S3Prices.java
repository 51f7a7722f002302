// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.testing.s3.RequestKind;
import java.util.Map;

/**
 * Prices of requests in US dollars, by the <a href="https://aws.amazon.com/s3/pricing/">price list of Amazon S3</a> for
 * S3 Standard in US East (N. Virginia), as of 2026. Transfer within the region is free, and the cost of storage is not
 * counted.
 */
final class S3Prices {
    /** PUT, COPY, POST, LIST: bash.005 per 1,000. */
    static final double WRITE = 0.005 / 1000;

    /** GET, SELECT, and all other requests: bash.0004 per 1,000. */
    static final double READ = 0.0004 / 1000;

    /** DELETE and CANCEL requests are free. */
    static final double DELETE = 0;

    private S3Prices() {}

    static double dollars(Map<RequestKind, Long> requests) {
        return requests.entrySet().stream()
                .mapToDouble(entry -> entry.getValue() * dollars(entry.getKey()))
                .sum();
    }

    private static double dollars(RequestKind kind) {
        return switch (kind) {
            case PUT, COPY, LIST, CREATE_UPLOAD, UPLOAD_PART, COMPLETE_UPLOAD -> WRITE;
            case GET, HEAD, OTHER -> READ;
            case DELETE, DELETE_MANY, ABORT_UPLOAD -> DELETE;
        };
    }
}
