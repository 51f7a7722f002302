// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static io.skipping.index.store.Labels.LABEL;
import static io.skipping.index.store.Labels.contents;
import static io.skipping.index.store.Labels.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.airlift.slice.Slices;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.MemoryFiles;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.segment.Checksum;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.type.IndexTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.BeforeMethod;

/**
 * Files that say anything, with checksums that are right: the index is unavailable, or what can be read of it, within a stated memory; and
 * the next build repairs it. {@code -Dskipping.test.fuzz=100000} tries more.
 */
public abstract class AbstractIndexFuzz {
    static final int RUNS = Integer.getInteger("skipping.test.fuzz", 1_500);
    static final long SEED = Long.getLong("skipping.test.seed", 42);
    static final IndexedTable TABLE = new IndexedTable("grid", "meters", "memory:///warehouse/meters");
    static final IndexLayout LAYOUT = IndexLayout.of(TABLE, Optional.empty());
    /** Bounds what an index may take: more than four times the cache. */
    protected static final long MOST_BYTES = 256L << 20;
    /** Bounds what it takes to refuse a file. */
    protected static final long LITTLE = 24L << 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    MemoryFiles files;
    LiveObject object;
    Map<String, String> expected;

    protected abstract SegmentFormat format();

    @BeforeMethod
    public void setUp() {
        files = new MemoryFiles();
        object = new LiveObject(new ObjectVersion(TABLE.location() + "/part", 300, 1_000_000_000_000L), "csv");
        TableIndex index = newIndex();
        String build = index.beginBuild();
        write(index, build, "label", object);
        index.publish(build, List.of(object));
        expected = contents("label", object);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    TableIndex newIndex() {
        return new ObjectStoreIndexStore(
                        format(),
                        new IndexTypes(List.of(LABEL)),
                        new ObjectStoreIndexStore.Options(Optional.empty(), 1 << 20))
                .open(TABLE, new IndexAccess(() -> files, Optional.of(new IndexUser("user", Set.of()))));
    }

    void putManifest(byte[] body) {
        String envelope = "{\"format\":\"trino-skipping-manifest\",\"version\":1,\"checksum\":\"%s\"}\n"
                .formatted(Checksum.of(Slices.wrappedBuffer(body)));
        byte[] head = envelope.getBytes(UTF_8);
        byte[] file = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, file, head.length, body.length);
        put(LAYOUT.manifest(9), file);
    }

    void assertRebuilds() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        write(index, build, "label", object);
        index.publish(build, List.of(object));
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    @FunctionalInterface
    protected interface Action {
        void run() throws IOException;
    }

    /** Runs it, and fails if it took more memory, all in all. */
    protected static void within(long mostBytes, Action action) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            action.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
                    .as("bytes of memory")
                    .isLessThan(mostBytes);
        }
    }

    byte[] content(String folder) {
        return files.content(files.list(LAYOUT.directory()).stream()
                .map(StoredFile::location)
                .filter(file -> file.text().contains(folder))
                .max(Comparator.comparing(FileLocation::text))
                .orElseThrow());
    }

    void put(FileLocation location, byte[] content) {
        files.put(location, content);
    }

    void delete(FileLocation location) {
        files.delete(List.of(location));
    }
}
