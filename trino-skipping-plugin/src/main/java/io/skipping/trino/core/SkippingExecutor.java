// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import static java.util.concurrent.Executors.newThreadPerTaskExecutor;

import com.google.inject.Inject;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.classloader.ThreadContextClassLoader;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/**
 * Runs index reads outside the engine's own threads. It starts as many threads as it needs, so a store that hangs for
 * one table's queries does not delay queries on other tables. The threads are virtual because they mostly wait for the
 * store.
 */
public class SkippingExecutor implements Executor {
    private final ExecutorService threads;

    @Inject
    public SkippingExecutor(CatalogName catalog) {
        threads = newThreadPerTaskExecutor(
                Thread.ofVirtual().name("skipping-" + catalog + "-", 0).factory());
    }

    @Override
    public void execute(Runnable command) {
        threads.execute(() -> {
            try (ThreadContextClassLoader _ =
                    new ThreadContextClassLoader(getClass().getClassLoader())) {
                command.run();
            }
        });
    }

    public void shutdown() {
        threads.shutdownNow();
    }
}
