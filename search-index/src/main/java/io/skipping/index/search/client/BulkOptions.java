// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * @param maxBytes of one request; a document that is larger goes alone
 * @param maxDocuments of one request
 * @param timeout for one request, including that what was refused is sent again
 * @param idempotent whether to send documents again when nobody knows what became of them the first time. That is
 *     without risk for documents that replace what is there. A document that is to be created, and was, then comes
 *     back as a conflict with itself.
 */
public record BulkOptions(long maxBytes, int maxDocuments, Duration timeout, boolean idempotent) {
    /** For documents that replace what is there. */
    public static final BulkOptions REPLACING = new BulkOptions(5 << 20, 5_000, Duration.ofMinutes(2), true);

    /** For documents that are only written if there are none with their ids. */
    public static final BulkOptions CREATING =
            new BulkOptions(REPLACING.maxBytes(), REPLACING.maxDocuments(), REPLACING.timeout(), false);

    public BulkOptions {
        requireNonNull(timeout, "timeout is null");
        checkArgument(maxBytes < 1 << 30, "maxBytes is not below 1GB");
        checkArgument(maxDocuments > 0, "maxDocuments is not positive");
        checkArgument(timeout.toMillis() > 0, "timeout is not positive");
    }
}
