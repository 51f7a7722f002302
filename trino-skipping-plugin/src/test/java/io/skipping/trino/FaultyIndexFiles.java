// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import com.google.inject.Binder;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.util.Modules;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.config.SearchConfig;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.index.IndexStores;
import io.skipping.trino.core.store.TrinoIndexStore;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.TrinoInputFile;
import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A connector like ours, whose index files cannot be read, or hang when they are read, while a test says so. */
final class FaultyIndexFiles implements Plugin {
    static final String CONNECTOR = "faulty_skipping_hive";

    private volatile Predicate<String> hanging = _ -> false;
    private volatile Predicate<String> refused = _ -> false;
    private volatile CountDownLatch released = new CountDownLatch(0);
    private final AtomicInteger waiting = new AtomicInteger();

    /** From now on, listing these folders and reading these files takes until {@link #heal}. */
    void hang(Predicate<String> locations) {
        released = new CountDownLatch(1);
        hanging = locations;
    }

    /** From now on, listing these folders and reading these files fails. */
    void refuse(Predicate<String> locations) {
        refused = locations;
    }

    void heal() {
        hanging = _ -> false;
        refused = _ -> false;
        released.countDown();
    }

    /** Threads that hang. */
    int waiting() {
        return waiting.get();
    }

    private void access(String location) throws IOException {
        CountDownLatch latch = released;
        if (refused.test(location)) {
            throw new IOException("Access Denied");
        }
        if (hanging.test(location)) {
            waiting.incrementAndGet();
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            } finally {
                waiting.decrementAndGet();
            }
        }
    }

    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return List.of(new SkippingConnectorFactory(
                CONNECTOR, module -> Modules.override(module).with(new FaultyStore())));
    }

    private final class FaultyStore implements Module {
        @Override
        public void configure(Binder binder) {}

        @Provides
        @Singleton
        TrinoIndexStore indexStore(SkippingConfig config, TrinoFileSystemFactory files, IndexTypes indexTypes) {
            return new IndexStores(
                            config,
                            new SearchConfig(),
                            identity -> around(TrinoFileSystem.class, files.create(identity), ""),
                            indexTypes,
                            Optional.empty())
                    .used();
        }
    }

    private <T> T around(Class<T> type, T real, String file) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    if (method.getName().equals("listFiles")) {
                        access(arguments[0].toString());
                    }
                    if (Set.of("newInput", "newStream").contains(method.getName())) {
                        access(file);
                    }
                    Object result;
                    try {
                        result = method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    return result instanceof TrinoInputFile input
                            ? around(TrinoInputFile.class, input, ((Location) arguments[0]).toString())
                            : result;
                }));
    }
}
