// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import java.io.IOException;

/**
 * Reports that a store has refused a conditional PUT because another one of the same object was in progress. That may have
 * been an earlier try of the same PUT, so it is unknown whether the content will be there.
 */
public final class ConflictException extends IOException {
    ConflictException(String path, IOException cause) {
        super("Another PUT of %s is in progress".formatted(path), cause);
    }
}
