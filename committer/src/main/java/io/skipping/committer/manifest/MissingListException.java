// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import java.io.IOException;

/**
 * A manifest names a list that is not there. That is no {@link java.io.FileNotFoundException}, which readers of tables take for a folder
 * that is not there, and may then take for an empty one.
 */
public class MissingListException extends IOException {
    public MissingListException(String message) {
        super(message);
    }
}
