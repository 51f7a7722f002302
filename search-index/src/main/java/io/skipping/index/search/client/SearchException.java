// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexUnavailableException;
import java.util.Optional;

/** Says that the engine failed to do what it was asked, or did not respond. */
public class SearchException extends IndexUnavailableException {
    /** Is the status of a failure without a response. */
    public static final int NO_ANSWER = 0;

    private final int status;
    private final Optional<String> errorType;

    SearchException(String message, int status, Optional<String> errorType, Throwable cause) {
        super(message, cause);
        this.status = status;
        this.errorType = requireNonNull(errorType, "errorType is null");
    }

    static SearchException withoutAnswer(String message, Throwable cause) {
        return new SearchException(message, NO_ANSWER, Optional.empty(), cause);
    }

    /** Returns the HTTP status; {@link #NO_ANSWER} if there was no response. */
    public int status() {
        return status;
    }

    /** Returns the engine's name of the failure, such as {@code index_not_found_exception}; empty if it gave none. */
    public Optional<String> errorType() {
        return errorType;
    }

    /** Returns whether the caller was interrupted. */
    boolean isInterrupted() {
        return getCause() instanceof InterruptedException;
    }

    /** Returns whether the engine gave the failure this name. */
    public boolean isErrorType(String type) {
        return errorType.isPresent() && errorType.get().equals(type);
    }
}
