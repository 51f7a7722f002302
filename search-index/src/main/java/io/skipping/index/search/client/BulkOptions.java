// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Holds the settings of a {@link BulkWriter}. A request whose answer was lost is not repeated: a document that it created
 * would be reported as a conflict with itself.
 *
 * @param maxBytes the size limit of one request; a larger document is sent alone
 * @param maxDocuments the limit of documents in one request
 * @param timeout the time limit for one request, including repetitions of refused documents
 */
public record BulkOptions(long maxBytes, int maxDocuments, Duration timeout) {
    public static final BulkOptions DEFAULT = new BulkOptions(5 << 20, 5_000, Duration.ofMinutes(2));

    public BulkOptions {
        requireNonNull(timeout, "timeout is null");
        checkArgument(maxBytes < 1 << 30, "maxBytes is not below 1GB");
        checkArgument(maxDocuments > 0, "maxDocuments is not positive");
        checkArgument(timeout.toMillis() > 0, "timeout is not positive");
    }
}
