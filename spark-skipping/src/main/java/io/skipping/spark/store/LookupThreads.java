// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;

/** Makes threads that send requests for all sessions of a driver. */
public final class LookupThreads {
    private static final long IDLE_SECONDS = 10;

    private LookupThreads() {}

    /**
     * Returns what runs tasks in up to so many threads. A thread ends if it has nothing to do: it inherits the session of the query that it
     * was made for, which would stay in memory with it.
     */
    public static ExecutorService upTo(int threads, String name) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                SECONDS,
                new LinkedBlockingQueue<>(),
                new ThreadFactoryBuilder()
                        .setNameFormat(name + "-%d")
                        .setDaemon(true)
                        .build());
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
