// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static io.skipping.index.store.Labels.contents;
import static io.skipping.index.store.Labels.publish;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.LiveObject;
import io.skipping.index.store.AbstractIndexStoreContract;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.MemoryFiles;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.segment.ArraySegmentFormat;
import io.skipping.index.type.IndexTypes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.testng.annotations.Test;

/** On an object store in memory, with an index location of its own. */
public class TestMemoryObjectStoreIndexStore extends AbstractIndexStoreContract {
    private final FileStore files = new MemoryFiles();

    @Override
    protected IndexStore newStore(IndexTypes types) {
        return new ObjectStoreIndexStore(
                new ArraySegmentFormat(),
                types,
                new ObjectStoreIndexStore.Options(Optional.of("memory:///indexes"), 64 << 20));
    }

    @Override
    protected FileStore files() {
        return files;
    }

    @Override
    protected String warehouse() {
        return "s3://bucket/warehouse";
    }

    /** Object stores tell whole seconds, and a build that summarises an object again has a reason. */
    @Test
    public void testOfBuildsWithEqualTimesTheOneThatIsPublishedCounts() {
        FileStore second = new MemoryFiles(InstantSource.fixed(Instant.now()));
        IndexAccess access = new IndexAccess(() -> second, Optional.empty());
        LiveObject object = object("a");
        for (String label : List.of("first", "second", "third")) {
            TableIndex index = newStore(TYPES).open(table, access);
            publish(index, label, List.of(object));
            assertThat(contents(newStore(TYPES).open(table, access).current().orElseThrow()))
                    .isEqualTo(contents(label, object));
        }
    }

    @Test
    public void testStatesOfManyBuildsDoNotPileUp() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now().minus(Duration.ofHours(8)));
        MemoryFiles store = new MemoryFiles(now::get);
        IndexAccess access = new IndexAccess(() -> store, Optional.empty());
        LiveObject object = object("a");
        TableIndex index = newStore(TYPES).open(table, access);
        int most = 0;
        for (int build = 0; build < 400; build++) {
            now.updateAndGet(before -> before.plusSeconds(60));
            publish(index, build % 2 == 0 ? "first" : "second", List.of(object));
            most = Math.max(most, states(store));
        }
        assertThat(most).isBetween(150, 200);
        assertThat(states(store)).isBetween(100, 200);
        assertThat(contents(newStore(TYPES).open(table, access).current().orElseThrow()))
                .isEqualTo(contents("second", object));
        assertThat(index.vacuum(Duration.ZERO, false).files()).isNotEmpty();
        assertThat(contents(newStore(TYPES).open(table, access).current().orElseThrow()))
                .isEqualTo(contents("second", object));
    }

    @Test
    public void testYoungStatesRemain() {
        MemoryFiles store = new MemoryFiles();
        IndexAccess access = new IndexAccess(() -> store, Optional.empty());
        TableIndex index = newStore(TYPES).open(table, access);
        for (int build = 0; build < 250; build++) {
            publish(index, build % 2 == 0 ? "first" : "second", List.of(object("a")));
        }
        assertThat(states(store)).isEqualTo(250);
    }

    private static int states(MemoryFiles store) {
        return (int) store.list(new FileLocation("memory:///indexes")).stream()
                .filter(file -> file.location().text().contains("/manifests/"))
                .count();
    }
}
