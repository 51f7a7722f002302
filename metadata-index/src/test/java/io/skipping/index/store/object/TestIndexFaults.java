// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static io.skipping.index.store.Labels.BY_LABEL;
import static io.skipping.index.store.Labels.LABEL;
import static io.skipping.index.store.Labels.contents;
import static io.skipping.index.store.Labels.publish;
import static io.skipping.index.store.Labels.write;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slice;
import io.airlift.units.DataSize;
import io.airlift.units.Duration;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.IndexUnavailableException;
import io.skipping.index.store.IndexedTable;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.trino.filesystem.FileEntry;
import io.trino.filesystem.FileIterator;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.filesystem.TrinoOutputFile;
import io.trino.filesystem.memory.MemoryFileSystemFactory;
import io.trino.spi.security.ConnectorIdentity;
import io.trino.spi.type.TypeId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Whatever happens to the files: the index is unavailable, or right; and the next build repairs it. */
public class TestIndexFaults {
    private static final IndexedTable TABLE = new IndexedTable("grid", "meters", "memory:///warehouse/meters");
    private static final ConnectorIdentity USER = ConnectorIdentity.ofUser("user");
    private static final DataSize CACHE = DataSize.of(64, DataSize.Unit.MEGABYTE);

    private TrinoFileSystemFactory fileSystems;
    private TrinoFileSystem fileSystem;
    private List<LiveObject> live;
    private Map<String, String> expected;

    @BeforeMethod
    public void setUp() {
        fileSystems = new MemoryFileSystemFactory();
        fileSystem = fileSystems.create(USER);
        live = new ArrayList<>();
        expected = new TreeMap<>();
        // two states, of one and of two segments
        for (int number = 0; number < 2; number++) {
            LiveObject object = object("part-" + number, 1000);
            live.add(object);
            TableIndex index = newIndex();
            String build = index.beginBuild();
            write(index, build, "label" + number, object);
            index.publish(build, live);
            expected.putAll(contents("label" + number, object));
        }
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    private static LiveObject object(String name, long size) {
        return new LiveObject(new ObjectVersion(TABLE.location() + "/" + name, size, 1_000_000_000_000L), "csv");
    }

    private TableIndex newIndex() {
        return newStore(fileSystems).open(TABLE, USER);
    }

    private static ObjectStoreIndexStore newStore(TrinoFileSystemFactory fileSystems) {
        return new ObjectStoreIndexStore(
                fileSystems,
                id -> TESTING_TYPE_MANAGER.getType(TypeId.of(id)),
                new IndexTypes(List.of(LABEL)),
                new ObjectStoreIndexStore.Options(Optional.empty(), Optional.empty(), CACHE));
    }

    // single faults

    @DataProvider
    public Object[][] faults() {
        return new Object[][] {
            {"missing", null},
            {"empty", (UnaryOperator<byte[]>) _ -> new byte[0]},
            {"half", (UnaryOperator<byte[]>) content -> Arrays.copyOf(content, content.length / 2)},
            {"cut by a byte", (UnaryOperator<byte[]>) content -> Arrays.copyOf(content, content.length - 1)},
            {"one byte more", (UnaryOperator<byte[]>) content -> Arrays.copyOf(content, content.length + 1)},
            {"zeros", (UnaryOperator<byte[]>) content -> new byte[content.length]},
            {"other text", (UnaryOperator<byte[]>) _ -> "{}\n{}".getBytes(UTF_8)},
            {"null", (UnaryOperator<byte[]>) _ -> "null\nnull".getBytes(UTF_8)},
        };
    }

    @Test(dataProvider = "faults")
    public void testNewestManifest(String name, UnaryOperator<byte[]> fault) {
        Location manifest = file("manifests", 1);
        damage(manifest, fault);
        if (fault == null) {
            // the state before it is whole, and sound
            assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("label0", live.getFirst()));
        } else {
            assertUnavailable(manifest, "run index-builder build");
        }
        rebuild();
    }

    @Test(dataProvider = "faults")
    public void testSegment(String name, UnaryOperator<byte[]> fault) {
        for (int number = 0; number < 2; number++) {
            setUp();
            Location segment = file("segments", number);
            damage(segment, fault);
            if (name.equals("one byte more")) {
                // what the manifest names is whole
                assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
            } else {
                assertUnavailable(segment, "");
            }
            rebuild();
        }
    }

    /** A builder that has the segments in memory must not take them for what is in the store. */
    @Test(dataProvider = "faults")
    public void testSegmentThatTheBuilderHasInMemory(String name, UnaryOperator<byte[]> fault) throws Exception {
        // older than the resolution of modification times, or it would be fetched once more in any case
        Thread.sleep(2_100);
        Map<String, Integer> calls = new ConcurrentHashMap<>();
        ObjectStoreIndexStore store = newStore(intercepted((method, _) -> calls.merge(method, 1, Integer::sum)));
        assertThat(store.open(TABLE, USER).current()).isPresent();
        calls.clear();
        store.open(TABLE, USER).coverage();
        assertThat(calls).as("the manifest only").containsEntry("newInputFile", 1);

        damage(file("segments", 0), fault);
        rebuild(store);
    }

    @Test
    public void testEveryManifestGone() {
        damage(file("manifests", 1), null);
        damage(file("manifests", 0), null);
        assertThat(newIndex().current()).isEmpty();
        rebuild();
    }

    @Test
    public void testEveryManifestDamaged() {
        Location newest = file("manifests", 1);
        damage(newest, _ -> new byte[] {1, 2, 3});
        damage(layout().manifest(1), _ -> new byte[] {1, 2, 3});
        assertUnavailable(newest, "run index-builder build");
        rebuild();
    }

    @Test
    public void testFlippedBitsInManifest() {
        Location manifest = file("manifests", 1);
        byte[] good = content(manifest);
        for (int position = 0; position < good.length; position++) {
            for (int bit : new int[] {0, 5, position % 8}) {
                byte[] bad = good.clone();
                bad[position] ^= (byte) (1 << bit);
                replace(manifest, bad);
                assertRightOrUnavailable();
            }
        }
    }

    @Test
    public void testFlippedBitsInSegment() {
        Location segment = file("segments", 0);
        byte[] good = content(segment);
        Random random = new Random(42);
        for (int attempt = 0; attempt < 2000; attempt++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            replace(segment, bad);
            assertUnavailable(segment, "is damaged");
        }
    }

    @Test
    public void testFlippedBitsInLeftovers() {
        String build = newIndex().beginBuild();
        LiveObject left = object("left", 10);
        write(newIndex(), build, "left", left);
        Location segment = file("segments", 2);
        byte[] good = content(segment);
        assertThat(newIndex().coverage().covers(left, List.of(BY_LABEL))).isTrue();
        Random random = new Random(42);
        for (int attempt = 0; attempt < 500; attempt++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            replace(segment, bad);
            assertThat(newIndex().coverage().covers(left, List.of(BY_LABEL))).isFalse();
        }
        replace(segment, Arrays.copyOf(good, good.length / 2));
        live.add(left);
        assertThat(newIndex().publish(newIndex().beginBuild(), live).objects()).isEqualTo(2);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    // versions and owners

    @Test
    public void testManifestOfNewerFormatIsRefused() {
        Location manifest = file("manifests", 1);
        replace(
                manifest,
                new String(content(manifest), UTF_8)
                        .replace("\"version\":1", "\"version\":2")
                        .getBytes(UTF_8));
        assertUnavailable(manifest, "format version 2", "newer release");
        // and is not built over
        assertThatThrownBy(() -> newIndex().beginBuild())
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("newer release");
        assertThatThrownBy(() -> newIndex().coverage()).isInstanceOf(IndexUnavailableException.class);
        assertThatThrownBy(() -> newIndex().request(_ -> List.of(BY_LABEL)))
                .isInstanceOf(IndexUnavailableException.class);
    }

    @Test
    public void testSegmentOfNewerFormatIsRefused() {
        String build = newIndex().beginBuild();
        SegmentMetadata metadata = new SegmentMetadata(TABLE, build, List.of());
        SegmentEncoder encoder =
                new SegmentEncoder(List.of(), metadata.toJson().replace("\"version\":1", "\"version\":7"));
        try {
            Slice file = encoder.finish();
            fileSystem
                    .newOutputFile(layout().segment(IndexLayout.newSegment(build, Checksum.of(file))))
                    .createOrOverwrite(file.getBytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertThatThrownBy(() -> newIndex().publish(build, live))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("format version 7")
                .hasMessageContaining(build);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    @Test
    public void testCopyOfAnotherTablesIndexIsRefused() throws IOException {
        IndexedTable other = new IndexedTable("grid", "copied", "memory:///warehouse/copied");
        String from = layout().directory().toString();
        String to = IndexLayout.of(other, Optional.empty()).directory().toString();
        for (FileEntry file : list()) {
            replace(Location.of(file.location().toString().replace(from, to)), content(file.location()));
        }
        TableIndex index = newStore(fileSystems).open(other, USER);
        assertThatThrownBy(index::current)
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("belongs to table grid.meters")
                .hasMessageContaining(to)
                .hasMessageContaining("delete");
        assertThatThrownBy(index::beginBuild).isInstanceOf(IndexUnavailableException.class);
        assertThatThrownBy(() -> index.vacuum(new Duration(0, TimeUnit.SECONDS), false))
                .isInstanceOf(IndexUnavailableException.class);
    }

    @Test
    public void testCopiedTableHasNoIndex() {
        IndexedTable other = new IndexedTable("grid", "copied", "memory:///warehouse/copied");
        for (FileEntry file : list()) {
            replace(
                    Location.of(file.location().toString().replace("warehouse/meters", "warehouse/copied")),
                    content(file.location()));
        }
        assertThat(newStore(fileSystems).open(other, USER).current()).isEmpty();
    }

    @Test
    public void testManifestUnderAnotherNumber() {
        byte[] content = content(file("manifests", 0));
        replace(layout().manifest(9), content);
        assertUnavailable(layout().manifest(9), "number 1");
        rebuild();
        assertThat(layout().manifest(10)).isEqualTo(file("manifests", 3));
    }

    // the store itself

    @Test
    public void testStoreThatRefuses() {
        TrinoFileSystemFactory refusing = intercepted((method, _) -> {
            if (!method.equals("toString")) {
                throw new UncheckedIOException(new IOException("Access Denied (Service: S3, Status Code: 403)"));
            }
        });
        TableIndex index = newStore(refusing).open(TABLE, USER);
        for (Runnable call : List.<Runnable>of(
                index::current,
                index::requested,
                index::coverage,
                index::beginBuild,
                () -> index.request(_ -> List.of(BY_LABEL)),
                () -> index.publish("20250101T000000Z-00000000", live),
                () -> write(index, "20250101T000000Z-00000000", "label", live.getFirst()),
                () -> index.vacuum(new Duration(1, TimeUnit.DAYS), true))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IndexUnavailableException.class)
                    .hasMessageContaining("403")
                    .hasMessageContaining("_skipping");
        }
    }

    @Test
    public void testUserWhomTheStoreRefusesSeesNothingFromTheCache() {
        TrinoFileSystem refusing = intercepted((_, _) -> {
                    throw new UncheckedIOException(new IOException("403"));
                })
                .create(USER);
        ObjectStoreIndexStore store = newStore(identity -> identity.getUser().equals("other") ? refusing : fileSystem);
        assertThat(store.open(TABLE, USER).current()).isPresent();
        assertThatThrownBy(() ->
                        store.open(TABLE, ConnectorIdentity.ofUser("other")).current())
                .isInstanceOf(IndexUnavailableException.class);
    }

    @Test
    public void testStoreThatDeletesNothing() {
        TableIndex index = newStore(intercepted((method, _) -> {
                    if (method.startsWith("delete")) {
                        throw new UncheckedIOException(new IOException("403"));
                    }
                }))
                .open(TABLE, USER);
        for (String name : List.of("one", "two")) {
            publish(index, name, List.of(object(name, 10)));
            assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents(name, object(name, 10)));
        }
    }

    @Test
    public void testStoreWithoutConditionalCreate() {
        TrinoFileSystemFactory without = intercepted((_, _) -> {}, content -> {
            throw new UnsupportedOperationException("createExclusive not supported");
        });
        TableIndex index = newStore(without).open(TABLE, USER);
        assertThatThrownBy(() -> index.request(_ -> List.of(BY_LABEL)))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("scheme 'memory'")
                .hasMessageContaining("skipping.index.location");
    }

    @Test
    public void testAnswerOfTheStoreIsLost() {
        // the store creates the file, the client sends the request once more and is told that there is one
        AtomicInteger requests = new AtomicInteger();
        TrinoFileSystemFactory losing = intercepted((_, _) -> {}, create -> {
            requests.incrementAndGet();
            create.run();
            create.run();
        });
        TableIndex index = newStore(losing).open(TABLE, USER);
        LiveObject added = object("added", 10);
        publish(index, "added", List.of(added));
        assertThat(requests).hasValue(1);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("added", added));
        assertThat(list().stream().filter(file -> file.location().toString().contains("/manifests/")))
                .hasSize(3);
    }

    /** Each write of a build may be its last: readers see the state before or the one after. */
    @Test
    public void testBuilderDiesAtEveryWrite() {
        for (int writes = 0; ; writes++) {
            setUp();
            AtomicInteger left = new AtomicInteger(writes);
            TrinoFileSystemFactory dying = intercepted((method, _) -> {
                if (List.of("newOutputFile", "deleteFiles", "deleteFile").contains(method)
                        && left.getAndDecrement() <= 0) {
                    throw new UncheckedIOException(new IOException("died"));
                }
            });
            TableIndex index = newStore(dying).open(TABLE, USER);
            LiveObject added = object("added", 30);
            LiveObject replaced =
                    new LiveObject(new ObjectVersion(live.getFirst().version().path(), 50, 1_000_000_000_001L), "csv");
            List<LiveObject> after = List.of(replaced, live.getLast(), added);
            boolean died = false;
            try {
                String build = index.beginBuild();
                write(index, build, "added", added);
                write(index, build, "replaced", replaced);
                index.publish(build, after);
            } catch (IndexUnavailableException e) {
                died = true;
            }
            Map<String, String> complete = new TreeMap<>(contents("label1", live.getLast()));
            complete.putAll(contents("added", added));
            complete.putAll(contents("replaced", replaced));
            assertThat(contents(newIndex().current().orElseThrow())).isIn(expected, complete);

            // what the builder left is adopted by the next, which summarises only what is missing
            TableIndex next = newIndex();
            TableIndex.Coverage coverage = next.coverage();
            String build = next.beginBuild();
            if (!coverage.covers(added, List.of(BY_LABEL))) {
                write(next, build, "added", added);
            }
            if (!coverage.covers(replaced, List.of(BY_LABEL))) {
                write(next, build, "replaced", replaced);
            }
            next.publish(build, after);
            assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(complete);
            if (!died) {
                assertThat(writes).as("writes of a build").isGreaterThan(3);
                break;
            }
        }
    }

    // what a query costs

    @Test
    public void testWarmQueryCostsOneListing() {
        Map<String, Integer> calls = new ConcurrentHashMap<>();
        TrinoFileSystemFactory counting = intercepted((method, _) -> calls.merge(method, 1, Integer::sum));
        ObjectStoreIndexStore store = newStore(counting);
        IndexSnapshot first = store.open(TABLE, USER).current().orElseThrow();
        assertThat(calls).isEqualTo(Map.of("listFiles", 1, "newInputFile", 3));
        calls.clear();
        assertThat(store.open(TABLE, USER).current().orElseThrow()).isSameAs(first);
        assertThat(calls).isEqualTo(Map.of("listFiles", 1));

        // of a new state only what is new is fetched: the manifest and a segment
        publish(newIndex(), "more", List.of(object("more", 10)), List.of(live.get(0), live.get(1), object("more", 10)));
        calls.clear();
        assertThat(store.open(TABLE, USER).current().orElseThrow()).isNotSameAs(first);
        assertThat(calls).isEqualTo(Map.of("listFiles", 1, "newInputFile", 2));
    }

    @Test
    public void testTableCreatedAnewAtTheSamePlace() throws Exception {
        ObjectStoreIndexStore store = newStore(fileSystems);
        assertThat(contents(store.open(TABLE, USER).current().orElseThrow())).isEqualTo(expected);
        fileSystem.deleteDirectory(Location.of(TABLE.location()));
        assertThat(store.open(TABLE, USER).current()).isEmpty();
        Thread.sleep(2);
        LiveObject object = object("new", 10);
        publish(newIndex(), "anew", List.of(object));
        publish(newIndex(), "anew", List.of(object("newer", 10)));
        assertThat(contents(store.open(TABLE, USER).current().orElseThrow()))
                .isEqualTo(contents("anew", object("newer", 10)));
    }

    // helpers

    private interface Interceptor {
        void before(String method, Object[] arguments);
    }

    private interface Create {
        void run() throws IOException;
    }

    private interface CreateInterceptor {
        void create(Create create) throws IOException;
    }

    private TrinoFileSystemFactory intercepted(Interceptor interceptor) {
        return intercepted(interceptor, Create::run);
    }

    private TrinoFileSystemFactory intercepted(Interceptor interceptor, CreateInterceptor creates) {
        return _ -> proxy(TrinoFileSystem.class, fileSystem, interceptor, creates);
    }

    private static <T> T proxy(Class<T> type, T target, Interceptor interceptor, CreateInterceptor creates) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    interceptor.before(method.getName(), arguments);
                    if (method.getName().equals("createExclusive")) {
                        creates.create(() -> ((TrinoOutputFile) target).createExclusive((byte[]) arguments[0]));
                        return null;
                    }
                    Object result;
                    try {
                        result = method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    return result instanceof TrinoOutputFile file
                            ? proxy(TrinoOutputFile.class, file, (_, _) -> {}, creates)
                            : result;
                }));
    }

    private void assertUnavailable(Location file, String... parts) {
        assertThatThrownBy(() -> newIndex().current())
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContainingAll(parts);
    }

    private void assertRightOrUnavailable() {
        Map<String, String> found;
        try {
            found = contents(newIndex().current().orElseThrow());
        } catch (IndexUnavailableException e) {
            return;
        }
        assertThat(found).isEqualTo(expected);
    }

    /** What a builder does. */
    private void rebuild() {
        rebuild(newStore(fileSystems));
    }

    private void rebuild(ObjectStoreIndexStore store) {
        TableIndex index = store.open(TABLE, USER);
        TableIndex.Coverage coverage = index.coverage();
        String build = index.beginBuild();
        for (int number = 0; number < live.size(); number++) {
            if (!coverage.covers(live.get(number), List.of(BY_LABEL))) {
                write(index, build, "label" + number, live.get(number));
            }
        }
        index.publish(build, live);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    private static IndexLayout layout() {
        return IndexLayout.of(TABLE, Optional.empty());
    }

    private List<FileEntry> list() {
        try {
            List<FileEntry> files = new ArrayList<>();
            FileIterator iterator = fileSystem.listFiles(Location.of(layout().directory() + "/"));
            while (iterator.hasNext()) {
                files.add(iterator.next());
            }
            return files;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The files of a folder by age. */
    private Location file(String folder, int number) {
        return list().stream()
                .map(FileEntry::location)
                .filter(location -> location.toString().contains("/" + folder + "/"))
                .sorted(Comparator.comparing((Location location) -> lastModified(location))
                        .thenComparing(Location::toString))
                .toList()
                .get(number);
    }

    private Instant lastModified(Location location) {
        try {
            return fileSystem.newInputFile(location).lastModified();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private byte[] content(Location location) {
        try (var stream = fileSystem.newInputFile(location).newStream()) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void replace(Location location, byte[] content) {
        try {
            fileSystem.newOutputFile(location).createOrOverwrite(content);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void damage(Location location, UnaryOperator<byte[]> fault) {
        try {
            if (fault == null) {
                fileSystem.deleteFile(location);
            } else {
                replace(location, fault.apply(content(location)));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
