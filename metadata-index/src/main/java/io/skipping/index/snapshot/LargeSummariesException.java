// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.IndexUnavailableException;

/** Says that the summaries of some ranges take more bytes than one wants to fetch. */
public class LargeSummariesException extends IndexUnavailableException {
    /** @param limit in bytes */
    public LargeSummariesException(String segment, long limit) {
        super("The summaries of segment %s that a query asks for take more than %s bytes".formatted(segment, limit));
    }
}
