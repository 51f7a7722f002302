// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.io.IOException;

/**
 * Reports that a list that a manifest names does not exist. It is not a {@link java.io.FileNotFoundException}, because
 * table readers take that for a missing folder, and may treat a missing folder as empty.
 */
public class MissingListException extends IOException {
    /** Creates the failure; the message names the list. */
    public MissingListException(String message) {
        super(message);
    }
}
