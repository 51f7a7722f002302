// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

/** An index cannot be used now. The message names the thing and, where there is one, the remedy. */
public class IndexUnavailableException extends RuntimeException {
    public IndexUnavailableException(String message) {
        super(message);
    }

    public IndexUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
