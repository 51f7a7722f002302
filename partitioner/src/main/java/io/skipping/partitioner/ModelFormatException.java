// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

/** Reports a file that is not a model, or one that this version cannot read. The message says what is wrong. */
public final class ModelFormatException extends IllegalArgumentException {
    ModelFormatException(String message) {
        super(message);
    }

    ModelFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
