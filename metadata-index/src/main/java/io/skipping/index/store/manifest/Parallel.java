// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexUnavailableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Runs many requests in parallel. The calling thread sends requests, too, and shared threads help it. If no shared
 * thread is free, the requests take longer, but the caller never waits for one.
 */
final class Parallel {
    private static final int REQUESTS = 16;
    private static final int MOST_THREADS = 256;
    private static final AtomicInteger THREADS = new AtomicInteger();
    private static final ThreadPoolExecutor HELPERS = new ThreadPoolExecutor(
            0, MOST_THREADS, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), Parallel::newThread);

    private Parallel() {}

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "index-requests-" + THREADS.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Applies the function to all inputs.
     *
     * @return the results, in the order of the inputs
     * @throws RuntimeException if one of the calls threw it
     */
    static <T, R> List<R> map(List<T> inputs, Function<T, R> function) {
        if (inputs.size() < 2) {
            return inputs.stream().map(function).toList();
        }
        Work<T, R> work = new Work<>(inputs, function);
        List<Future<?>> helpers = new ArrayList<>();
        try {
            for (int helper = 1; helper < Math.min(REQUESTS, inputs.size()); helper++) {
                try {
                    helpers.add(HELPERS.submit(work::help));
                } catch (RejectedExecutionException e) {
                    // all helpers are busy
                    break;
                }
            }
            work.run();
            return work.results();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IndexUnavailableException("Interrupted while reading an index", e);
        } finally {
            // after a failure some helpers may still be running
            helpers.forEach(helper -> helper.cancel(true));
        }
    }

    private static final class Work<T, R> {
        private final List<T> inputs;
        private final Function<T, R> function;
        private final ClassLoader classLoader = Thread.currentThread().getContextClassLoader();
        private final AtomicInteger next = new AtomicInteger();
        private final CountDownLatch left;
        private final Object[] results;
        private volatile Throwable failure;

        Work(List<T> inputs, Function<T, R> function) {
            this.inputs = requireNonNull(inputs, "inputs is null");
            this.function = requireNonNull(function, "function is null");
            this.left = new CountDownLatch(inputs.size());
            this.results = new Object[inputs.size()];
        }

        /** Does the same as {@link #run}, in a shared thread. */
        void help() {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(classLoader);
            try {
                run();
            } finally {
                thread.setContextClassLoader(before);
            }
        }

        /** Applies the function to inputs until none is left. */
        void run() {
            for (int input = next.getAndIncrement(); input < inputs.size(); input = next.getAndIncrement()) {
                try {
                    if (failure == null) {
                        results[input] = function.apply(inputs.get(input));
                    }
                } catch (Throwable e) {
                    fail(e);
                } finally {
                    left.countDown();
                }
            }
        }

        private synchronized void fail(Throwable thrown) {
            if (failure == null) {
                failure = thrown;
                // nobody needs to wait for the other inputs
                while (left.getCount() > 0) {
                    left.countDown();
                }
            }
        }

        @SuppressWarnings("unchecked")
        List<R> results() throws InterruptedException {
            left.await();
            Throwable thrown = failure;
            if (thrown instanceof RuntimeException) {
                throw (RuntimeException) thrown;
            }
            if (thrown instanceof Error) {
                throw (Error) thrown;
            }
            if (thrown != null) {
                throw new IllegalStateException(thrown);
            }
            return (List<R>) Arrays.asList(results);
        }
    }
}
