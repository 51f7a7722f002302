// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** How futures fail. */
public final class Completions {
    private Completions() {}

    /**
     * The same future, but failing with what went wrong and not with the {@link CompletionException} that stages of a
     * future wrap around it: the engine looks for the error code of what it gets.
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
