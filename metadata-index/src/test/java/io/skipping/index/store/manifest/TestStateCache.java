// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexUser;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

public class TestStateCache {
    private static final IndexLayout ONE = layout("one");
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
}
