// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import io.skipping.index.IndexUnavailableException;

/**
 * Says that a store has lost the content of an index file, as far as it can tell now: the servers that have it may only be down. A
 * build goes on without such a segment, and summarises its objects again. It does not go on without such a manifest, because what
 * users asked for may be in no other.
 */
public final class IndexLostException extends IndexUnavailableException {
    public IndexLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
