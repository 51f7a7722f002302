// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.reflect.Reflection;
import io.airlift.units.Duration;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.config.SearchConfig;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.folder.IndexDiscarder.Dropped;
import io.skipping.trino.core.index.IndexStores;
import io.trino.spi.catalog.CatalogName;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

public class TestIndexDiscarder {
    private SkippingExecutor executor;
    private IndexDiscarder discarder;

    @BeforeClass
    public void start() {
        executor = new SkippingExecutor(new CatalogName("lake"));
        SkippingConfig config = new SkippingConfig().setLookupTimeout(Duration.valueOf("2s"));
        discarder = new IndexDiscarder(
                new IndexStores(
                        config,
                        new SearchConfig(),
                        identity -> {
                            throw new AssertionError("files are opened by what the test gives");
                        },
                        new IndexTypes(List.of()),
                        Optional.empty()),
                executor,
                config);
    }

    @AfterClass(alwaysRun = true)
    public void stop() {
        executor.shutdown();
        executor = null;
        discarder = null;
    }

    private static Dropped dropped(String table, Queue<String> discarded, Callable<Boolean> isGone) {
        return new Dropped(
                new IndexedTable("iceberg", table, "memory:///" + table),
                _ -> Reflection.newProxy(TableIndex.class, (_, called, _) -> {
                    assertThat(called.getName()).isEqualTo("discard");
                    discarded.add(table);
                    return null;
                }),
                isGone);
    }

    /** Some catalogs keep the files of a table that is dropped, for others who know the table. */
    @Test
    public void testTablesThatAreNotGone() {
        Queue<String> discarded = new ConcurrentLinkedQueue<>();
        CountDownLatch end = new CountDownLatch(1);
        discarder.discard(List.of(
                dropped("kept", discarded, () -> false),
                dropped("unknown", discarded, () -> {
                    throw new IOException("no answer");
                }),
                dropped("hanging", discarded, () -> {
                    end.await();
                    return false;
                }),
                dropped("gone", discarded, () -> true)));
        end.countDown();
        assertThat(discarded).containsExactly("gone");
    }

    /** Once the statement has returned, the index may be that of a table that was made anew. */
    @Test
    public void testAbandonedRemovalDeletesNothingMore() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Boolean> isWanted = new CompletableFuture<>();
        discarder.discard(List.of(new Dropped(
                new IndexedTable("iceberg", "slow", "memory:///slow"),
                _ -> Reflection.newProxy(TableIndex.class, (_, called, arguments) -> {
                    assertThat(called.getName()).isEqualTo("discard");
                    end.await();
                    isWanted.complete(((BooleanSupplier) arguments[0]).getAsBoolean());
                    return null;
                }),
                () -> true)));
        end.countDown();
        assertThat(isWanted.get(1, MINUTES)).isFalse();
    }
}
