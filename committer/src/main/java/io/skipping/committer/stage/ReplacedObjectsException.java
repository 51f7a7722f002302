// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import java.io.IOException;

/** Says that a job is committed, and that readers may still count objects which it replaced and could not delete. */
public final class ReplacedObjectsException extends IOException {
    ReplacedObjectsException(String message, Throwable cause) {
        super(message, cause);
    }
}
