// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.segment.MemoryLimit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * Caches the newest states of many tables within a memory limit, and remembers which users may see them. Thread-safe.
 */
public final class StateCache {
    private static final System.Logger log = System.getLogger(StateCache.class.getName());
    private static final int UNIT = 1024;

    /** An index that exceeds the cache is still used, up to this multiple of the cache's size. */
    private static final int STATE_FACTOR = 4;

    private static final long LEAST_STATE_BYTES = 256L << 20;

    /** A user whose rights are revoked sees what is in memory for at most this long. */
    private static final Duration SHOWN_FOR = Duration.ofMinutes(10);

    private static final int MOST_SHOWN = 10_000;

    private final long maximumBytes;
    private final Cache<IndexLayout, LoadedState> states;
    private final Cache<Shown, Boolean> shown;
    private final Ticker ticker;
    /** When the state in memory was last found to be the newest, by the ticker. */
    private final Cache<IndexLayout, Long> newest;

    private final ConcurrentMap<Load, CompletableFuture<LoadedState>> underWay = new ConcurrentHashMap<>();

    private record Shown(IndexLayout layout, IndexUser user) {}

    private record Load(IndexLayout layout, StoredFile manifest) {}

    /**
     * Creates a cache.
     *
     * @param maximumBytes heap for all states, in bytes
     */
    public StateCache(long maximumBytes) {
        this(maximumBytes, Ticker.systemTicker());
    }

    StateCache(long maximumBytes, Ticker ticker) {
        this.maximumBytes = maximumBytes;
        this.ticker = ticker;
        states = CacheBuilder.newBuilder()
                // a single partition: several would each get a share of the weight, and a large table would fit into
                // none
                .concurrencyLevel(1)
                .maximumWeight(maximumBytes / UNIT)
                .weigher((IndexLayout layout, LoadedState state) ->
                        (int) Math.min(Integer.MAX_VALUE, 1 + state.bytes() / UNIT))
                .build();
        shown = CacheBuilder.newBuilder()
                .maximumSize(MOST_SHOWN)
                .expireAfterWrite(SHOWN_FOR)
                .ticker(ticker)
                .build();
        newest = CacheBuilder.newBuilder().maximumSize(MOST_SHOWN).build();
    }

    /** Returns the maximum memory of one state in bytes. An index that takes more is not decoded. */
    long mostStateBytes() {
        return Math.min(
                Math.max(STATE_FACTOR * maximumBytes, LEAST_STATE_BYTES),
                Runtime.getRuntime().maxMemory() / 2);
    }

    /** Records that the store let this user see the index. */
    void show(IndexLayout layout, IndexUser user) {
        shown.put(new Shown(layout, user), true);
    }

    /** Returns whether the store recently let this user see the index. */
    boolean isShown(IndexLayout layout, IndexUser user) {
        return shown.getIfPresent(new Shown(layout, user)) != null;
    }

    /** Records that the state in memory is the newest that the store has. */
    void confirm(IndexLayout layout) {
        newest.put(layout, ticker.read());
    }

    /** Returns whether the state in memory, if there is one, was the newest of the store so long ago or later. */
    boolean isConfirmed(IndexLayout layout, Duration within) {
        Long confirmed = newest.getIfPresent(layout);
        return confirmed != null && ticker.read() - confirmed < within.toNanos();
    }

    Optional<LoadedState> get(IndexLayout layout) {
        return Optional.ofNullable(states.getIfPresent(layout));
    }

    void put(IndexLayout layout, LoadedState state) {
        if (state.bytes() > maximumBytes) {
            log.log(
                    WARNING,
                    "Index %s takes %s in memory, more than the cache may (%s): every query fetches it anew"
                            .formatted(
                                    layout.directory(),
                                    MemoryLimit.text(state.bytes()),
                                    MemoryLimit.text(maximumBytes)));
        }
        states.put(layout, state);
    }

    /** Removes a state because the index no longer exists. */
    void remove(IndexLayout layout) {
        states.invalidate(layout);
    }

    /**
     * Loads the state of a manifest once for all who ask for it meanwhile, also if it is too large to be kept. Who waited for
     * a load that failed loads the state too: another user may see less of the store.
     */
    LoadedState load(IndexLayout layout, StoredFile manifest, Supplier<LoadedState> load) {
        Load key = new Load(layout, manifest);
        while (true) {
            CompletableFuture<LoadedState> own = new CompletableFuture<>();
            CompletableFuture<LoadedState> other = underWay.putIfAbsent(key, own);
            if (other == null) {
                return run(load, key, own);
            }
            try {
                return other.join();
            } catch (CompletionException e) {
                log.log(DEBUG, "Another query could not load index %s".formatted(layout.directory()), e);
            }
        }
    }

    private LoadedState run(Supplier<LoadedState> load, Load key, CompletableFuture<LoadedState> result) {
        try {
            LoadedState state = load.get();
            underWay.remove(key, result);
            result.complete(state);
            return state;
        } catch (Throwable e) {
            underWay.remove(key, result);
            result.completeExceptionally(e);
            throw e;
        }
    }
}
