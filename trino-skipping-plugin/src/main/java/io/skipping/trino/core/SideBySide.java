// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import static com.google.common.base.Throwables.throwIfUnchecked;
import static io.trino.spi.StandardErrorCode.GENERIC_INTERNAL_ERROR;

import io.trino.spi.TrinoException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/** Runs tests that mostly wait for a store at the same time. */
public final class SideBySide {
    private SideBySide() {}

    /**
     * Returns whether all elements pass a test. Returns at the first that does not; tests that run then go on until they end, as
     * an interrupted read may fail for others who wait for the same cached value.
     *
     * @throws RuntimeException what the first test that fails has thrown; the other tests are interrupted
     * @throws TrinoException if the thread is interrupted, as it is when its query is cancelled; then all tests are, too
     */
    public static <T> boolean allMatch(Collection<T> elements, Predicate<T> test, Executor executor) {
        if (elements.size() < 2) {
            return elements.stream().allMatch(test);
        }
        CompletionService<Boolean> tests = new ExecutorCompletionService<>(executor);
        List<Future<Boolean>> running = new ArrayList<>();
        elements.forEach(element -> running.add(tests.submit(() -> test.test(element))));
        try {
            for (int ended = 0; ended < running.size(); ended++) {
                if (!tests.take().get()) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            cancel(running);
            Thread.currentThread().interrupt();
            throw new TrinoException(GENERIC_INTERNAL_ERROR, "Interrupted while planning", e);
        } catch (ExecutionException e) {
            cancel(running);
            throwIfUnchecked(e.getCause());
            throw new TrinoException(GENERIC_INTERNAL_ERROR, e.getCause());
        }
    }

    private static void cancel(List<Future<Boolean>> running) {
        running.forEach(test -> test.cancel(true));
    }
}
