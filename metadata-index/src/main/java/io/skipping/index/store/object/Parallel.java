// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import io.skipping.index.IndexUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Waits for many requests at once. */
final class Parallel {
    private static final int REQUESTS = 16;

    private Parallel() {}

    /** The results, in the order of the inputs. */
    static <T, R> List<R> map(List<T> inputs, Function<T, R> function) {
        if (inputs.size() < 2) {
            return inputs.stream().map(function).toList();
        }
        Semaphore requests = new Semaphore(REQUESTS);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<R>> futures = new ArrayList<>();
            for (T input : inputs) {
                futures.add(executor.submit(() -> {
                    requests.acquire();
                    try {
                        return function.apply(input);
                    } finally {
                        requests.release();
                    }
                }));
            }
            List<R> results = new ArrayList<>();
            for (Future<R> future : futures) {
                try {
                    results.add(future.get());
                } catch (ExecutionException | InterruptedException e) {
                    executor.shutdownNow();
                    if (e instanceof InterruptedException) {
                        Thread.currentThread().interrupt();
                        throw new IndexUnavailableException("Interrupted while reading an index", e);
                    }
                    if (e.getCause() instanceof RuntimeException cause) {
                        throw cause;
                    }
                    if (e.getCause() instanceof Error cause) {
                        throw cause;
                    }
                    throw new IllegalStateException(e.getCause());
                }
            }
            return results;
        }
    }
}
