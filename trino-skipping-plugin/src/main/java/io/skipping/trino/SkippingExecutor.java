// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.airlift.concurrent.Threads.daemonThreadsNamed;
import static java.util.concurrent.Executors.newCachedThreadPool;

import com.google.inject.Inject;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.classloader.ThreadContextClassLoader;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/** Threads for reading indexes beside the engine's own threads. */
public class SkippingExecutor implements Executor {
    private final ExecutorService threads;

    @Inject
    public SkippingExecutor(CatalogName catalog) {
        threads = newCachedThreadPool(daemonThreadsNamed("skipping-" + catalog + "-%s"));
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
