// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.units.DataSize;
import io.airlift.units.Duration;
import io.skipping.trino.core.file.ForwardingFileSystem;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.memory.MemoryFileSystem;
import io.trino.metastore.Partition;
import io.trino.metastore.StorageFormat;
import io.trino.metastore.Table;
import io.trino.plugin.hive.fs.CachingDirectoryLister;
import io.trino.plugin.hive.fs.DirectoryLister;
import io.trino.plugin.hive.fs.RemoteIterator;
import io.trino.plugin.hive.fs.TrinoFileStatus;
import io.trino.spi.connector.SchemaTableName;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestCommittedLister {
    private static final String NAME = "part-attempt.1.m00000.0";
    private static final String LEFTOVER = "part-attempt.1.m00000.1";

    /** A store, in which all spellings of a location are one. */
    private static final class Store extends ForwardingFileSystem {
        private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
        private final TrinoFileSystem memory;

        Store(TrinoFileSystem memory) {
            super(memory);
            this.memory = memory;
        }

        @Override
        public TrinoInputFile newInputFile(Location location) {
            asked.add(location.path());
            return memory.newInputFile(inMemory(location.path()));
        }

        void write(String path, String content) throws IOException {
            try (OutputStream out = memory.newOutputFile(inMemory(path)).create()) {
                out.write(content.getBytes(StandardCharsets.UTF_8));
            }
        }

        /** Publishes a manifest. */
        void publish(String folder, int generation, Stream<String> objects) throws IOException {
            Location location = inMemory(folder + "_SUCCESS");
            if (memory.newInputFile(location).exists()) {
                memory.deleteFile(location);
            }
            write(folder + "_SUCCESS", """
                    {"committer": "attempt-naming", "dataSet": {"format": "trino-skipping-data-set", "version": 1,
                     "generation": %s, "jobs": [], "lists": [], "lines": %s}}
                    """.formatted(
                            generation,
                            objects.map("{\"object\": \"%%s\", \"generation\": %s}".formatted(generation)::formatted)
                                    .toList()));
        }

        private static Location inMemory(String path) {
            return Location.of("memory:///" + path);
        }
    }

    /** Lists names that it is given, which is enough for folders whose objects nobody reads. */
    private record FixedLister(List<String> names) implements DirectoryLister {
        @Override
        public RemoteIterator<TrinoFileStatus> listFilesRecursively(
                TrinoFileSystem fileSystem, Table table, Location location) {
            Iterator<TrinoFileStatus> files = names.stream()
                    .map(name -> location.appendPath(name).toString())
                    .map(path -> new TrinoFileStatus(List.of(), path, false, 10, 0))
                    .iterator();
            return new RemoteIterator<>() {
                @Override
                public boolean hasNext() {
                    return files.hasNext();
                }

                @Override
                public TrinoFileStatus next() {
                    return files.next();
                }
            };
        }

        @Override
        public boolean isCached(Location location, SchemaTableName table) {
            return false;
        }

        @Override
        public void invalidate(Location location, SchemaTableName table) {}

        @Override
        public void invalidate(Partition partition) {}

        @Override
        public void invalidate(Table table) {}

        @Override
        public void invalidateAll() {}
    }

    private final Store store = new Store(new MemoryFileSystem());

    @DataProvider
    public Object[][] spellings() {
        return new Object[][] {
            {"s3://b/spelled", "s3://b/spelled/day=1"},
            {"s3://b/spelled", "s3a://b/spelled/day=1"},
            {"s3a://b/spelled/", "s3n://b/spelled/day=1/"},
        };
    }

    @Test(dataProvider = "spellings")
    public void testAPartitionIsInTheFolderOfItsTableHoweverItIsSpelled(String table, String partition)
            throws IOException {
        Store spelled = new Store(new MemoryFileSystem());
        spelled.publish("spelled/", 1, Stream.of("day=1/" + NAME));
        assertThat(list(spelled, table, partition, NAME, LEFTOVER, "by-hand")).containsExactly(NAME, "by-hand");
    }

    @DataProvider
    public Object[][] partitions() {
        return new Object[][] {
            {"s3://b/above/region=1/day=1", "s3://b/above/region=1/day=1"},
            {"s3://b/above/region=1", "s3://b/above/region=1/day=1"},
            {"s3://b/elsewhere", "s3://b/above/region=1/day=1"},
        };
    }

    /** Checks tables that are a partition themselves, or that have one outside of their folder. */
    @Test(dataProvider = "partitions")
    public void testAJobHasWrittenAboveTheFolder(String table, String folder) throws IOException {
        Store above = new Store(new MemoryFileSystem());
        above.publish("above/", 1, Stream.of("region=1/day=1/" + NAME));
        assertThat(list(above, table, folder, NAME, LEFTOVER, "by-hand")).containsExactly(NAME, "by-hand");
    }

    /** Checks that the manifest of a table does not decide about a partition in a hidden folder, which the metastore makes data. */
    @Test
    public void testAPartitionInAHiddenFolderOfItsTable() throws IOException {
        Store hidden = new Store(new MemoryFileSystem());
        hidden.publish("hidden/", 1, Stream.of("day=2/" + NAME));
        hidden.publish("hidden/_archive/day=1/", 1, Stream.of(NAME));
        assertThat(list(hidden, "s3://b/hidden", "s3a://b/hidden/_archive/day=1", NAME, LEFTOVER, "_SUCCESS"))
                .containsExactly(NAME, "_SUCCESS");
        assertThat(list(hidden, "s3://b/hidden", "s3a://b/hidden/day=2", NAME, LEFTOVER))
                .containsExactly(NAME);
    }

    /** A query lists a partition when jobs have written since it has read the manifest. */
    @Test
    public void testJobsSinceTheManifestWasRead() throws IOException {
        Store busy = new Store(new MemoryFileSystem());
        String table = "s3://b/busy";
        List<String> listed = new ArrayList<>(List.of(NAME));
        CommittedLister query = lister(new FixedLister(listed));
        List<String> before = List.of("day=1/" + NAME, "day=2/" + NAME, "day=2/" + NAME + "-2");
        busy.publish("busy/", 1, before.stream());
        assertThat(names(query, busy, table, "s3://b/busy/day=1")).containsExactly(NAME);

        busy.publish("busy/", 2, Stream.concat(before.stream(), Stream.of("day=2/part-attempt.2.m00000.0")));
        assertThat(names(query, busy, table, "s3://b/busy/day=2"))
                .as("a job has added an object, and something that knows no manifests has deleted another")
                .containsExactly(NAME);
        // the folder was emptied and written anew
        busy.publish("busy/", 1, Stream.of("day=2/" + NAME, "day=2/part-attempt.3.m00000.0"));
        assertThatThrownBy(() -> names(query, busy, table, "s3://b/busy/day=2"))
                .hasMessageContaining("has 1 of the 2 objects that were committed when the query began")
                .hasMessageContaining("because a job has overwritten the others since");
    }

    @Test
    public void testNothingIsReadAboveAFolderWithoutAttempts() throws IOException {
        assertThat(list(store, "s3://b/alone/day=1", "s3://b/alone/day=1", "a", "b"))
                .containsExactly("a", "b");
        assertThat(store.asked).doesNotContain("alone/_SUCCESS");
    }

    @Test
    public void testTheManifestOfTheFolderItselfComesFirst() throws IOException {
        Store own = new Store(new MemoryFileSystem());
        own.publish("own/", 1, Stream.of("day=1/" + LEFTOVER));
        own.publish("own/day=1/", 1, Stream.of(NAME));
        assertThat(list(own, "s3://b/own/day=1", "s3://b/own/day=1", NAME, LEFTOVER, "_SUCCESS"))
                .containsExactly(NAME, "_SUCCESS");
    }

    @DataProvider
    public Object[][] sizes() {
        // fewer and more than are looked ahead
        return new Object[][] {{10}, {1500}};
    }

    /** A listing in the cache is older than the manifest, whose objects it does not have. */
    @Test(dataProvider = "sizes")
    public void testAListingInTheCacheIsReplaced(int size) throws IOException {
        Store cached = new Store(new MemoryFileSystem());
        DirectoryLister cache = new CachingDirectoryLister(
                new Duration(1, TimeUnit.HOURS),
                DataSize.of(100, DataSize.Unit.MEGABYTE),
                List.of("*"),
                List.of(),
                _ -> true);
        String table = "memory:///cached";
        String partition = "memory:///cached/day=1";
        List<String> before = writeAndPublish(cached, size, 1);
        assertThat(names(lister(cache), cached, table, partition)).containsExactlyInAnyOrderElementsOf(before);
        assertThat(cache.isCached(Location.of(partition), table(table).getSchemaTableName()))
                .isTrue();

        List<String> after = writeAndPublish(cached, size, 2);
        assertThat(names(lister(cache), cached, table, partition)).containsExactlyInAnyOrderElementsOf(after);
    }

    private static List<String> writeAndPublish(Store store, int size, int generation) throws IOException {
        List<String> names = IntStream.range(0, size)
                .mapToObj(object -> "part-attempt.%s.m00000.0-%s".formatted(generation, object))
                .toList();
        for (String name : names) {
            store.write("cached/day=1/" + name, "x");
        }
        store.publish("cached/", generation, names.stream().map("day=1/"::concat));
        return names;
    }

    /** Returns the names that count of some in a folder. */
    private static List<String> list(Store store, String table, String folder, String... names) throws IOException {
        return names(lister(new FixedLister(List.of(names))), store, table, folder);
    }

    private static CommittedLister lister(DirectoryLister hive) {
        return new CommittedLister(hive, true, Runnable::run, () -> {});
    }

    private static List<String> names(CommittedLister lister, Store store, String table, String folder)
            throws IOException {
        RemoteIterator<TrinoFileStatus> files = lister.listFilesRecursively(store, table(table), Location.of(folder));
        List<String> names = new ArrayList<>();
        while (files.hasNext()) {
            String path = files.next().getPath();
            names.add(path.substring(path.lastIndexOf('/') + 1));
        }
        return names;
    }

    private static Table table(String location) {
        return Table.builder()
                .setDatabaseName("grid")
                .setTableName("meters")
                .setOwner(Optional.empty())
                .setTableType("EXTERNAL_TABLE")
                .withStorage(
                        storage -> storage.setLocation(location).setStorageFormat(StorageFormat.NULL_STORAGE_FORMAT))
                .build();
    }
}
