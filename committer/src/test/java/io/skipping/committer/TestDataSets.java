// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.DataSets.Depth;
import io.skipping.committer.data.ManifestFiles;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.MemoryStore;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Tests what should be there, for readers that list. */
public class TestDataSets {
    private static void publish(MemoryStore store, String folder, long generation, String... lines) throws IOException {
        String manifest =
                "{\"dataSet\": {\"format\": \"trino-skipping-data-set\", \"version\": 1, \"generation\": %d, \"lines\": [%s]}}"
                        .formatted(generation, Stream.of(lines).collect(Collectors.joining(",")));
        store.put(folder + Manifest.NAME, Content.of(manifest.getBytes(UTF_8)));
    }

    private static String object(String path, long generation) {
        return "{\"object\": \"%s\", \"generation\": %d}".formatted(path, generation);
    }

    private static String name(int task) {
        return "part-attempt.job.m0000%d.0".formatted(task);
    }

    private static DataSets dataSets(MemoryStore store) throws IOException {
        DataSets dataSets = new DataSets(new StoreFiles(store));
        dataSets.dataSet("");
        return dataSets;
    }

    @Test
    public void testExpected() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        assertThat(dataSets(store).expected("")).as("no manifest").isEqualTo(0);
        publish(
                store,
                "",
                4,
                object(name(0), 4),
                object("a/" + name(1), 2),
                object("a/" + name(2), 4),
                object("a/x/" + name(3), 4),
                object("b/" + name(4), 4),
                // once more, by a job that committed twice
                object("b/" + name(4), 3),
                "{\"overwritten\": \"a/\", \"generation\": 3}",
                "{\"replaced\": \"a/%s\", \"generation\": 4}".formatted(name(9)));
        DataSets dataSets = dataSets(store);
        assertThat(dataSets.expected("")).isEqualTo(4);
        assertThat(dataSets.expected("a/")).as("without the overwritten one").isEqualTo(2);
        assertThat(dataSets.expected("a/x/")).isEqualTo(1);
        assertThat(dataSets.expected("b/")).isEqualTo(1);
        assertThat(dataSets.expected("aa/")).isEqualTo(0);
    }

    @Test
    public void testExpectedByManifestsBelow() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        publish(store, "a/", 1, object(name(1), 1), object(name(9), 1));
        publish(
                store,
                "",
                1,
                object("a/" + name(2), 1),
                "{\"replaced\": \"a/%s\", \"generation\": 1}".formatted(name(9)));
        DataSets dataSets = dataSets(store);
        assertThat(dataSets.expected("a/")).as("by what has been read").isEqualTo(1);
        assertThat(dataSets.counts("a/" + name(1), 10, 10)).isTrue();
        assertThat(dataSets.counts("a/" + name(9), 10, 10)).isFalse();
        assertThat(dataSets.expected("a/")).as("without the replaced one").isEqualTo(2);
        assertThat(dataSets.expected("")).isEqualTo(2);
    }

    /** A store may list milliseconds, and say only seconds of one object. */
    @Test
    public void testReplacedVersionWithoutMilliseconds() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        publish(
                store,
                "",
                2,
                "{\"replaced\": \"old\", \"generation\": 1, \"size\": 7, \"modifiedMillis\": 1732224000123}",
                "{\"replaced\": \"old\", \"generation\": 2, \"size\": 8, \"modifiedMillis\": 1732224000456}",
                "{\"replaced\": \"whole\", \"generation\": 2, \"size\": 7, \"modifiedMillis\": 1732224000000}");
        DataSets dataSets = dataSets(store);
        assertThat(dataSets.counts("old", 7, 1732224000123L)).as("as listed").isFalse();
        assertThat(dataSets.counts("old", 7, 1732224000000L)).as("in seconds").isFalse();
        assertThat(dataSets.counts("old", 8, 1732224000000L)).as("in seconds").isFalse();
        assertThat(dataSets.counts("old", 8, 1732224000456L)).as("as listed").isFalse();
        assertThat(dataSets.counts("whole", 7, 1732224000000L)).isFalse();
        assertThat(dataSets.counts("old", 7, 1732224000124L)).as("another one").isTrue();
        assertThat(dataSets.counts("old", 7, 1732224001000L))
                .as("of the next second")
                .isTrue();
        assertThat(dataSets.counts("old", 9, 1732224000000L))
                .as("of another size")
                .isTrue();
        assertThat(dataSets.counts("new", 7, 1732224000000L)).isTrue();
        assertThat(dataSets.counts("whole", 7, 1732224000001L))
                .as("another one")
                .isTrue();
    }

    @Test
    public void testIsOutdated() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        DataSets without = dataSets(store);
        publish(store, "", 1, object("a/" + name(0), 1));
        assertThat(isOutdated(without, "a/")).as("it counted nothing").isFalse();
        DataSets dataSets = dataSets(store);
        assertThat(isOutdated(dataSets, "a/")).isFalse();
        publish(store, "", 2, object("a/" + name(0), 1), object("a/" + name(1), 2));
        assertThat(isOutdated(dataSets, "a/")).as("a job has added objects").isFalse();
        publish(store, "", 3, object("a/" + name(1), 2), object("b/" + name(2), 3));
        assertThat(isOutdated(dataSets, "a/")).isTrue();
        assertThat(dataSets.expected("a/")).as("what is pinned stays").isEqualTo(1);
        DataSets later = dataSets(store);
        publish(store, "", 4, object("a/" + name(1), 2));
        assertThat(isOutdated(later, "a/")).as("another folder is overwritten").isFalse();
        assertThat(isOutdated(later, "b/")).isTrue();
        assertThat(isOutdated(later, "")).isTrue();
        assertThat(later.isOutdated("", Depth.CHILDREN))
                .as("of what is directly in the root")
                .isFalse();
    }

    private static boolean isOutdated(DataSets dataSets, String folder) throws IOException {
        return dataSets.isOutdated(folder, Depth.ALL);
    }

    /** The folder was emptied meanwhile, and written anew: generations begin with 1 again. */
    @Test
    public void testIsOutdatedByTheSameGeneration() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        publish(store, "", 1, object("a/" + name(0), 1), object("a/" + name(1), 1));
        DataSets dataSets = dataSets(store);
        store.delete(List.of(Manifest.NAME));
        assertThat(isOutdated(dataSets, "a/")).as("emptied").isTrue();
        publish(store, "", 1, object("a/" + name(1), 1), object("a/" + name(2), 1));
        assertThat(isOutdated(dataSets, "a/")).as("written anew").isTrue();
    }

    @Test
    public void testIsOutdatedByManifestsAboveAndBelow() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        publish(store, "a/", 1, object(name(1), 1));
        DataSets dataSets = dataSets(store);
        assertThat(dataSets.counts("a/" + name(1), 10, 10)).isTrue();
        publish(store, "", 1, object("a/" + name(2), 1));
        assertThat(isOutdated(dataSets, "a/")).as("a job has added objects").isFalse();
        publish(
                store,
                "",
                2,
                object("a/" + name(2), 1),
                "{\"replaced\": \"a/%s\", \"generation\": 2}".formatted(name(1)));
        assertThat(isOutdated(dataSets, "a/")).as("by the first manifest above").isTrue();
        assertThat(isOutdated(dataSets, "")).isTrue();
        DataSets later = dataSets(store);
        publish(store, "", 3, "{\"overwritten\": \"\", \"generation\": 3}");
        publish(store, "a/", 2, object(name(2), 2));
        assertThat(isOutdated(later, "a/"))
                .as("a manifest below lists the object instead")
                .isFalse();
    }

    @Test
    public void testExpectedDirectlyInAFolder() throws IOException {
        MemoryStore store = MemoryStore.withConditionalPut();
        publish(store, "a/", 1, object(name(1), 1), object("x/" + name(2), 1));
        publish(store, "", 1, object(name(0), 1), object("a/" + name(3), 1), object("a/x/" + name(4), 1));
        DataSets dataSets = dataSets(store);
        dataSets.read("a/");
        assertThat(dataSets.expected("", Depth.CHILDREN)).isEqualTo(1);
        assertThat(dataSets.expected("a/", Depth.CHILDREN)).isEqualTo(2);
        assertThat(dataSets.expected("a/x/", Depth.CHILDREN)).isEqualTo(2);
        assertThat(dataSets.expected("", Depth.ALL)).isEqualTo(5);
    }

    /** Many threads list partitions, each of which asks for the manifest above. */
    @Test
    public void testManifestIsReadOnceByManyThreads() throws Exception {
        MemoryStore store = MemoryStore.withConditionalPut();
        publish(store, "", 1, object("a/" + name(0), 1));
        List<Thread> threads = new CopyOnWriteArrayList<>();
        CountDownLatch started = new CountDownLatch(4);
        AtomicInteger opened = new AtomicInteger();
        ManifestFiles files = new ManifestFiles() {
            private final ManifestFiles all = new StoreFiles(store);

            @Override
            public Optional<InputStream> open(String path) throws IOException {
                if (opened.incrementAndGet() == 1) {
                    awaitOthers(started, threads, opened);
                }
                return all.open(path);
            }

            @Override
            public List<String> names(String folder) throws IOException {
                return all.names(folder);
            }
        };
        DataSets dataSets = new DataSets(files);
        for (int number = 0; number < 4; number++) {
            threads.add(new Thread(() -> {
                started.countDown();
                assertThatCode(() -> dataSets.dataSet("")).doesNotThrowAnyException();
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(opened).hasValue(1);
        assertThat(dataSets.expected("")).isEqualTo(1);
    }

    /** Until all other threads wait for this one, or one of them has not waited. */
    private static void awaitOthers(CountDownLatch started, List<Thread> threads, AtomicInteger opened) {
        try {
            started.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        while (opened.get() == 1
                && threads.stream()
                        .filter(thread -> thread != Thread.currentThread())
                        .anyMatch(thread -> thread.getState() == Thread.State.RUNNABLE)) {
            Thread.onSpinWait();
        }
    }
}
