// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.skipping.index.IndexedTable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows which tables have an index over a location, and now and then looks whether there are others. Folders without an index are looked at each
 * time. Thread-safe.
 */
public final class KnownTables {
    private static final Logger log = LoggerFactory.getLogger(KnownTables.class);

    private static final Duration NEW_FOR = Duration.ofSeconds(30);
    /** A query does not wait for what replaces younger knowledge. */
    private static final Duration KNOWN_FOR = Duration.ofMinutes(5);

    private final Function<IndexRoot, List<IndexedTable>> search;
    private final Executor executor;
    private final Ticker ticker;
    /** by the folder of indexes, which many locations may share */
    private final Cache<Path, Known> known;
    /** how often all was forgotten; guarded by {@link #known}, as its changes are */
    private long forgotten;

    /**
     * Creates the knowledge, which is empty at first.
     *
     * @param search asks the store for all tables in the folder of indexes that a location has
     * @param executor runs searches for which no query waits
     */
    public KnownTables(Function<IndexRoot, List<IndexedTable>> search, Executor executor, Ticker ticker) {
        this.search = requireNonNull(search, "search is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.ticker = requireNonNull(ticker, "ticker is null");
        this.known = CacheBuilder.newBuilder()
                .expireAfterWrite(KNOWN_FOR)
                .ticker(ticker)
                .build();
    }

    /**
     * Tables that were found.
     *
     * @param isReplaced whether they are looked for again
     */
    private record Known(List<IndexedTable> tables, long foundNanos, AtomicBoolean isReplaced) {}

    /**
     * Returns the tables, the one whose index was published last first.
     *
     * @throws io.skipping.index.IndexUnavailableException if they are not known, and cannot be found
     */
    public List<IndexedTable> in(IndexRoot root) {
        return root.here(all(root));
    }

    private List<IndexedTable> all(IndexRoot root) {
        Known tables = known.getIfPresent(root.shared());
        if (tables == null) {
            return find(root);
        }
        if (ticker.read() - tables.foundNanos() > NEW_FOR.toNanos()
                && tables.isReplaced().compareAndSet(false, true)) {
            executor.execute(() -> replace(root, tables));
        }
        return tables.tables();
    }

    private void replace(IndexRoot root, Known old) {
        try {
            find(root);
        } catch (RuntimeException e) {
            log.debug("It cannot be seen whether {} has other indexes", root.shared(), e);
            old.isReplaced().set(false);
        }
    }

    private List<IndexedTable> find(IndexRoot root) {
        long before;
        synchronized (known) {
            before = forgotten;
        }
        List<IndexedTable> tables = search.apply(root);
        synchronized (known) {
            if (tables.isEmpty()) {
                known.invalidate(root.shared());
            } else if (before == forgotten) {
                known.put(root.shared(), new Known(tables, ticker.read(), new AtomicBoolean()));
            }
        }
        return tables;
    }

    /** Makes the next question look which tables there are, also if one is being looked for now. */
    public void forget() {
        synchronized (known) {
            forgotten++;
            known.invalidateAll();
        }
    }
}
