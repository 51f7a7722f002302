// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import io.skipping.index.IndexUnavailableException;

/**
 * Says that the content of an index file was read, by us or by the store, and is damaged, so that it will never be readable again. A build may replace
 * such a file; it must not replace one that could not be fetched.
 */
public final class IndexDamagedException extends IndexUnavailableException {
    public IndexDamagedException(String message) {
        super(message);
    }

    public IndexDamagedException(String message, Throwable cause) {
        super(message, cause);
    }
}
