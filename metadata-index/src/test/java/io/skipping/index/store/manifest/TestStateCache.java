// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import com.google.common.util.concurrent.Uninterruptibles;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.snapshot.HeapSnapshot;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.StoredFile;
import io.skipping.index.type.IndexTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

public class TestStateCache {
    private static final IndexedTable TABLE = new IndexedTable("grid", "one", "memory:///one");
    private static final IndexLayout ONE = IndexLayout.of(TABLE, Optional.empty());
    private static final Duration TEN = Duration.ofSeconds(10);
    private static final IndexUser READER = new IndexUser("reader", Set.of());

    private static IndexLayout layout(String table) {
        return IndexLayout.of(new IndexedTable("grid", table, "memory:///" + table), Optional.empty());
    }

    @Test
    public void testTheStoreIsAskedForSomethingNewerAfterAWhile() {
        AtomicLong nanos = new AtomicLong();
        StateCache cache = cache(nanos);
        assertThat(cache.isConfirmed(ONE, TEN)).isFalse();
        cache.confirm(ONE);
        nanos.addAndGet(Duration.ofSeconds(9).toNanos());
        assertThat(cache.isConfirmed(ONE, TEN)).isTrue();
        assertThat(cache.isConfirmed(layout("two"), TEN)).isFalse();
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(cache.isConfirmed(ONE, TEN)).isFalse();
    }

    private static StateCache cache(AtomicLong nanos) {
        return new StateCache(1 << 20, new Ticker() {
            @Override
            public long read() {
                return nanos.get();
            }
        });
    }

    @Test
    public void testWhoWasShownAnIndexMustAskAgainAfterAWhile() {
        AtomicLong nanos = new AtomicLong();
        StateCache cache = cache(nanos);
        cache.show(ONE, READER);
        assertThat(cache.isShown(ONE, READER)).isTrue();
        assertThat(cache.isShown(layout("two"), READER)).isFalse();
        assertThat(cache.isShown(ONE, new IndexUser("reader", Set.of("group")))).isFalse();

        nanos.addAndGet(Duration.ofMinutes(9).toNanos());
        assertThat(cache.isShown(ONE, READER)).isTrue();
        cache.show(ONE, READER);
        nanos.addAndGet(Duration.ofMinutes(9).toNanos());
        assertThat(cache.isShown(ONE, READER)).as("seen again meanwhile").isTrue();
        nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        assertThat(cache.isShown(ONE, READER)).isFalse();
    }

    /** The cache keeps nothing here, as if the state were larger than it may be. */
    @Test
    public void testAStateIsLoadedOnceForAllWhoWait() throws Exception {
        StateCache cache = cache(new AtomicLong());
        Loading loading = new Loading(0);
        List<LoadedState> states = loading.byAll(cache);
        assertThat(loading.loads).hasValue(1);
        assertThat(states).hasSize(Loading.QUERIES).containsOnly(states.getFirst());
        cache.load(ONE, Loading.MANIFEST, loading::load);
        assertThat(loading.loads).as("nobody waits for what has been loaded").hasValue(2);
    }

    @Test
    public void testWhoWaitsForALoadThatFailsLoadsToo() throws Exception {
        Loading loading = new Loading(1);
        List<LoadedState> states = loading.byAll(cache(new AtomicLong()));
        assertThat(loading.loads).hasValueGreaterThan(1);
        assertThat(states).as("all but the one that failed").hasSize(Loading.QUERIES - 1);
    }

    /** Loads that wait until all other queries wait for them. */
    private static final class Loading {
        static final int QUERIES = 6;
        static final StoredFile MANIFEST =
                new StoredFile(new FileLocation("memory:///one/manifests/1.json"), 1, Instant.EPOCH);

        final AtomicInteger loads = new AtomicInteger();
        private final int failing;
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch ends = new CountDownLatch(1);

        /** @param failing so many loads fail, the first ones */
        Loading(int failing) {
            this.failing = failing;
        }

        LoadedState load() {
            int load = loads.incrementAndGet();
            begun.countDown();
            Uninterruptibles.awaitUninterruptibly(ends);
            if (load <= failing) {
                throw new IndexUnavailableException("denied");
            }
            return new LoadedState(
                    Optional.of(MANIFEST),
                    new Manifest("id", TABLE, 1, 0, "", List.of(), true, Set.of(), List.of()),
                    new HeapSnapshot(
                            "id", 0, List.of(), IndexTypes.load(getClass().getClassLoader())),
                    Map.of());
        }

        /** Returns the states that the queries get, of those whose load does not fail. */
        List<LoadedState> byAll(StateCache cache) throws InterruptedException {
            List<LoadedState> states = Collections.synchronizedList(new ArrayList<>());
            List<Thread> queries = new ArrayList<>();
            for (int query = 0; query < QUERIES; query++) {
                queries.add(Thread.ofPlatform().start(() -> {
                    try {
                        states.add(cache.load(ONE, MANIFEST, this::load));
                    } catch (IndexUnavailableException e) {
                        assertThat(e).hasMessage("denied");
                    }
                }));
                begun.await();
            }
            for (Thread query : queries) {
                // each waits, for the end of the load or for the one that loads
                while (query.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            }
            ends.countDown();
            for (Thread query : queries) {
                query.join();
            }
            return List.copyOf(states);
        }
    }
}
