// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.Path;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

public class TestKnownTables {
    private static final IndexRoot ROOT = new IndexRoot(new Path("s3a://bucket/data"), Optional.empty());
    private static final IndexedTable ONE = table("one");
    private static final IndexedTable OTHER = table("other");

    private final AtomicLong nanos = new AtomicLong();
    private final Queue<Runnable> background = new ArrayDeque<>();
    private List<IndexedTable> stored;
    private int searches;
    private KnownTables tables;

    private static IndexedTable table(String name) {
        return new IndexedTable("default", name, "s3://bucket/data");
    }

    @BeforeMethod
    public void setUp() {
        background.clear();
        searches = 0;
        stored = List.of(ONE);
        tables = new KnownTables(
                root -> {
                    searches++;
                    if (stored == null) {
                        throw new IndexUnavailableException("the network");
                    }
                    return stored;
                },
                background::add,
                new Ticker() {
                    @Override
                    public long read() {
                        return nanos.get();
                    }
                });
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    public void testQueriesDoNotWaitForOtherIndexes() {
        assertThat(tables.in(ROOT)).containsExactly(ONE);
        stored = List.of(OTHER, ONE);
        pass(Duration.ofSeconds(29));
        assertThat(tables.in(ROOT)).containsExactly(ONE);
        assertThat(background).as("searches before half a minute has passed").isEmpty();
        pass(Duration.ofSeconds(2));
        assertThat(tables.in(ROOT)).containsExactly(ONE);
        assertThat(tables.in(ROOT)).containsExactly(ONE);
        assertThat(searches).isEqualTo(1);
        assertThat(background).as("searches in the background").hasSize(1);
        background.remove().run();
        assertThat(tables.in(ROOT)).containsExactly(OTHER, ONE);
        assertThat(searches).isEqualTo(2);
    }

    @Test
    public void testQueriesWaitForWhatIsLongUnknown() {
        tables.in(ROOT);
        stored = List.of(OTHER, ONE);
        pass(Duration.ofMinutes(6));
        assertThat(tables.in(ROOT)).containsExactly(OTHER, ONE);
    }

    @Test
    public void testLocationsWithoutIndexAreLookedAtEachTime() {
        stored = List.of();
        assertThat(tables.in(ROOT)).isEmpty();
        stored = List.of(ONE);
        assertThat(tables.in(ROOT)).containsExactly(ONE);
        stored = List.of();
        pass(Duration.ofSeconds(31));
        tables.in(ROOT);
        background.remove().run();
        stored = List.of(OTHER);
        assertThat(tables.in(ROOT))
                .as("the only index was dropped, and another built")
                .containsExactly(OTHER);
    }

    /** Checks that a folder that locations share is not listed for each that has no index. */
    @Test
    public void testSharedFolderIsListedOnce() {
        Optional<Path> shared = Optional.of(new Path("s3a://bucket/indexes"));
        IndexRoot data = new IndexRoot(new Path("s3a://bucket/data"), shared);
        IndexRoot other = new IndexRoot(new Path("s3a://bucket/other"), shared);
        assertThat(tables.in(other)).isEmpty();
        assertThat(tables.in(data)).containsExactly(ONE);
        assertThat(tables.in(other)).isEmpty();
        assertThat(searches).isEqualTo(1);
        stored = List.of(ONE, new IndexedTable("default", "new", "s3://bucket/other"));
        pass(Duration.ofSeconds(31));
        tables.in(other);
        background.remove().run();
        assertThat(tables.in(other)).hasSize(1);
        assertThat(searches).isEqualTo(2);
    }

    @Test
    public void testBuildIsSeenAtOnce() {
        tables.in(ROOT);
        stored = List.of(OTHER, ONE);
        tables.forget();
        assertThat(tables.in(ROOT)).containsExactly(OTHER, ONE);
    }

    /** Checks that a search that began before a build ended does not hide what was built. */
    @Test
    public void testBuildEndsDuringSearch() {
        KnownTables[] own = new KnownTables[1];
        own[0] = new KnownTables(
                root -> {
                    if (searches++ == 0) {
                        own[0].forget();
                        return List.of(ONE);
                    }
                    return List.of(OTHER, ONE);
                },
                background::add,
                Ticker.systemTicker());
        assertThat(own[0].in(ROOT)).containsExactly(ONE);
        assertThat(own[0].in(ROOT)).containsExactly(OTHER, ONE);
    }

    @Test
    public void testFailedSearchIsRepeated() {
        tables.in(ROOT);
        stored = null;
        pass(Duration.ofSeconds(31));
        assertThat(tables.in(ROOT)).containsExactly(ONE);
        background.remove().run();
        stored = List.of(OTHER);
        assertThat(tables.in(ROOT)).containsExactly(ONE);
        background.remove().run();
        assertThat(tables.in(ROOT)).containsExactly(OTHER);
    }
}
