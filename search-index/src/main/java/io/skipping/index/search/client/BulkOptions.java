// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Holds the settings of a {@link BulkWriter}.
 *
 * @param maxBytes the size limit of one request; a larger document is sent alone
 * @param maxDocuments the limit of documents in one request
 * @param timeout the time limit for one request, including repetitions of refused documents
 * @param idempotent whether to send documents again if their first result is unknown. This is safe for documents that
 *     replace existing ones. A document that is to be created, and was created the first time, is then reported as a
 *     conflict with itself.
 */
public record BulkOptions(long maxBytes, int maxDocuments, Duration timeout, boolean idempotent) {
    /** Is for documents that replace existing ones. */
    public static final BulkOptions REPLACING = new BulkOptions(5 << 20, 5_000, Duration.ofMinutes(2), true);

    /** Is for documents that are written only if no document has their id. */
    public static final BulkOptions CREATING =
            new BulkOptions(REPLACING.maxBytes(), REPLACING.maxDocuments(), REPLACING.timeout(), false);

    public BulkOptions {
        requireNonNull(timeout, "timeout is null");
        checkArgument(maxBytes < 1 << 30, "maxBytes is not below 1GB");
        checkArgument(maxDocuments > 0, "maxDocuments is not positive");
        checkArgument(timeout.toMillis() > 0, "timeout is not positive");
    }
}
