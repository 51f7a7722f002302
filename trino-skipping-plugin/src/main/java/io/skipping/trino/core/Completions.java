// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Unwraps the failures of futures. */
public final class Completions {
    private Completions() {}

    /**
     * Returns a future with the same result, which fails with the original exception instead of the {@link
     * CompletionException} that later stages wrap around it. The engine reads the error code from the exception that it
     * receives.
     */
    public static <T> CompletableFuture<T> unwrapped(CompletableFuture<T> future) {
        CompletableFuture<T> result = new CompletableFuture<>();
        future.whenComplete((value, failure) -> {
            if (failure == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(cause(failure));
            }
        });
        return result;
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
