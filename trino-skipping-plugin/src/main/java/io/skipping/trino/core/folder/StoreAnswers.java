// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.airlift.units.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Waits for the store of an index on behalf of a statement that must neither fail nor wait long because of it. */
final class StoreAnswers {
    private StoreAnswers() {}

    /**
     * Waits for an answer.
     *
     * @param nanos how long to wait at most, which is what is left of the timeout
     * @param otherwise receives the reason why there is no answer
     * @return empty if there is no answer, or it is null
     */
    static <T> Optional<T> await(
            CompletableFuture<T> answer, long nanos, Duration timeout, Consumer<String> otherwise) {
        try {
            return Optional.ofNullable(answer.get(nanos, NANOSECONDS));
        } catch (TimeoutException _) {
            otherwise.accept("no answer within skipping.lookup-timeout=" + timeout);
        } catch (ExecutionException e) {
            otherwise.accept(String.valueOf(e.getCause().getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            otherwise.accept("interrupted");
        }
        return Optional.empty();
    }
}
