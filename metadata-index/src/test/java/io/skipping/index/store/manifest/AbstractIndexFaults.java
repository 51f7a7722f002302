// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static io.skipping.index.store.Labels.BY_LABEL;
import static io.skipping.index.store.Labels.LABEL;
import static io.skipping.index.store.Labels.contents;
import static io.skipping.index.store.Labels.publish;
import static io.skipping.index.store.Labels.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slice;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.Labels;
import io.skipping.index.store.MemoryFiles;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.segment.Checksum;
import io.skipping.index.store.segment.IndexLostException;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentMetadata;
import io.skipping.index.store.segment.SegmentSchema;
import io.skipping.index.type.IndexTypes;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Whatever happens to the files: the index is unavailable, or right; and the next build repairs it. */
public abstract class AbstractIndexFaults {
    private static final IndexedTable TABLE = new IndexedTable("grid", "meters", "memory:///warehouse/meters");
    private static final IndexUser USER = new IndexUser("user", Set.of());
    private static final long CACHE_BYTES = 64 << 20;

    /** how old what is written seems to be */
    private Duration age;

    private MemoryFiles files;
    private List<LiveObject> live;
    private Map<String, String> expected;

    protected abstract SegmentFormat format();

    @BeforeMethod
    public void setUp() {
        writeTwoStates(Duration.ZERO);
    }

    /** @param old how old they seem to be; what is written later seems to be new */
    private void writeTwoStates(Duration old) {
        age = old;
        files = new MemoryFiles(() -> Instant.now().minus(age));
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
        age = Duration.ZERO;
    }

    private static LiveObject object(String name, long size) {
        return new LiveObject(new ObjectVersion(TABLE.location() + "/" + name, size, 1_000_000_000_000L), "csv");
    }

    private TableIndex newIndex() {
        return open(newStore(), files);
    }

    private static TableIndex open(IndexStore store, FileStore files) {
        return store.open(TABLE, new IndexAccess(() -> files, Optional.of(USER)));
    }

    private ObjectStoreIndexStore newStore() {
        return new ObjectStoreIndexStore(
                format(),
                new IndexTypes(List.of(LABEL)),
                new ObjectStoreIndexStore.Options(Optional.empty(), CACHE_BYTES));
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
        FileLocation manifest = file("manifests", 1);
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
            FileLocation segment = file("segments", number);
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
        writeTwoStates(Duration.ofSeconds(3));
        Map<String, Integer> calls = new ConcurrentHashMap<>();
        FileStore counting = intercepted((method, _) -> calls.merge(method, 1, Integer::sum));
        IndexStore store = newStore();
        assertThat(open(store, counting).current()).isPresent();
        calls.clear();
        open(store, counting).coverage();
        assertThat(calls).as("the manifest only").containsEntry("read", 1);

        damage(file("segments", 0), fault);
        rebuild(store, counting);
    }

    /** A builder may read through a cache of files that still has what is gone from the store. */
    @Test
    public void testSegmentThatACacheHas() {
        FileLocation segment = file("segments", 1);
        byte[] cached = content(segment);
        damage(segment, null);
        FileStore caching = (FileStore) Proxy.newProxyInstance(
                FileStore.class.getClassLoader(),
                new Class<?>[] {FileStore.class},
                (_, method, arguments) -> method.getName().equals("read") && arguments[0].equals(segment)
                        ? cached.clone()
                        : invoke(method, arguments));
        rebuild(newStore(), caching);
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
        FileLocation newest = file("manifests", 1);
        damage(newest, _ -> new byte[] {1, 2, 3});
        damage(layout().manifest(1), _ -> new byte[] {1, 2, 3});
        assertUnavailable(newest, "run index-builder build");
        rebuild();
    }

    @Test
    public void testFlippedBitsInManifest() {
        FileLocation manifest = file("manifests", 1);
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
        FileLocation segment = file("segments", 0);
        byte[] good = content(segment);
        Random random = new Random(42);
        for (int attempt = 0; attempt < 2000; attempt++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            replace(segment, bad);
            assertUnavailable(segment, "is damaged");
        }
    }

    /** Checks that a copy of the index in its own folder, as a backup makes it, neither counts nor is touched. */
    @Test
    public void testCopyInItsFolder() {
        FileLocation copy = layout().directory().resolve("copy");
        for (StoredFile file : files.list(layout().directory().asFolder())) {
            FileLocation location = file.location();
            replace(copy.resolve(location.folderName()).resolve(location.name()), content(location));
        }
        byte[] manifest = content(file("manifests", 1));
        FileLocation later =
                copy.resolve("manifests").resolve(layout().manifest(7).name());
        replace(later, manifest);
        List<FileLocation> copied = locations(copy);
        assertThat(copied).hasSizeGreaterThan(4);

        assertThat(newIndex().inspect().problem()).isEmpty();
        assertThat(newIndex().coverage().covers(live.getFirst(), List.of(BY_LABEL)))
                .isTrue();
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
        rebuild();
        newIndex().vacuum(Duration.ZERO, false);
        assertThat(locations(copy)).isEqualTo(copied);
    }

    private List<FileLocation> locations(FileLocation folder) {
        return files.list(folder.asFolder()).stream()
                .map(StoredFile::location)
                .sorted(Comparator.comparing(FileLocation::text))
                .toList();
    }

    @Test
    public void testFlippedBitsInLeftovers() {
        String build = newIndex().beginBuild();
        LiveObject left = object("left", 10);
        write(newIndex(), build, "left", left);
        FileLocation segment = file("segments", 2);
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
        FileLocation manifest = file("manifests", 1);
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
        Map<String, String> newer = new TreeMap<>(metadata.toMap());
        newer.replaceAll((key, json) -> json.replace("\"version\":1", "\"version\":7"));
        try {
            Slice file = format().writer(SegmentSchema.columns(List.of())).finish(newer);
            replace(layout().segment(IndexLayout.newSegment(build, Checksum.of(file))), file.getBytes());
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
    public void testCopyOfAnotherTablesIndexIsRefused() {
        IndexedTable other = new IndexedTable("grid", "copied", "memory:///warehouse/copied");
        String from = layout().directory().toString();
        String to = IndexLayout.of(other, Optional.empty()).directory().toString();
        for (StoredFile file : list()) {
            replace(new FileLocation(file.location().toString().replace(from, to)), content(file.location()));
        }
        TableIndex index = newStore().open(other, new IndexAccess(() -> files, Optional.of(USER)));
        assertThatThrownBy(index::current)
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("belongs to table grid.meters")
                .hasMessageContaining(to)
                .hasMessageContaining("delete");
        assertThatThrownBy(index::beginBuild).isInstanceOf(IndexUnavailableException.class);
        assertThatThrownBy(() -> index.vacuum(Duration.ZERO, false)).isInstanceOf(IndexUnavailableException.class);
    }

    @Test
    public void testCopiedTableHasNoIndex() {
        IndexedTable other = new IndexedTable("grid", "copied", "memory:///warehouse/copied");
        for (StoredFile file : list()) {
            replace(
                    new FileLocation(file.location().toString().replace("warehouse/meters", "warehouse/copied")),
                    content(file.location()));
        }
        assertThat(newStore()
                        .open(other, new IndexAccess(() -> files, Optional.of(USER)))
                        .current())
                .isEmpty();
    }

    @Test
    public void testManifestUnderAnotherNumber() {
        byte[] content = content(file("manifests", 0));
        replace(layout().manifest(9), content);
        assertUnavailable(layout().manifest(9), "number 1");
        rebuild();
        assertThat(layout().manifest(10)).isEqualTo(file("manifests", 3));
    }

    @DataProvider
    public Object[][] foreignNumbers() {
        return new Object[][] {
            // the largest long, and numbers that no long is
            {"09223372036854775807.json"},
            {"09223372036854775808.json"},
            {"99999999999999999999.json"},
            {"00001000000000000000.json"},
            // nobody counts from 0, or backwards
            {"00000000000000000000.json"},
            {"-0000000000000000001.json"},
            {"+0000000000000000009.json"},
            // our numbers have 20 digits
            {"9.json"},
            {"000000000000000000009.json"},
            {"0000000000000000000９.json"},
            {"00000000000000000009.JSON"},
            {"00000000000000000009.json.bak"},
        };
    }

    /** Builds go on, and nobody tells the user to build what building does not mend. */
    @Test(dataProvider = "foreignNumbers")
    public void testManifestOfNumberThatNoBuildGives(String name) {
        FileLocation foreign = layout().directory().resolve("manifests").resolve(name);
        for (byte[] content : List.of(content(file("manifests", 1)), "{".getBytes(UTF_8))) {
            setUp();
            replace(foreign, content);
            assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
            newIndex().request(_ -> List.of(BY_LABEL));
            assertThat(newIndex().requested()).isEqualTo(List.of(BY_LABEL));
            rebuild();
            newIndex().vacuum(Duration.ZERO, false);
            assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
            assertThat(content(foreign)).as("not ours to delete").isEqualTo(content);
        }
    }

    @Test
    public void testForeignManifestOfLargestNumber() {
        FileLocation foreign = layout().manifest(IndexLayout.LARGEST_NUMBER);
        replace(foreign, "{".getBytes(UTF_8));
        assertUnavailable(foreign, "is damaged");
        String build = newIndex().beginBuild();
        assertThatThrownBy(() -> newIndex().publish(build, live))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining(foreign.toString())
                .hasMessageContaining("delete this file, then run index-builder build");
        assertThatThrownBy(() -> newIndex().request(_ -> List.of(BY_LABEL)))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("delete this file");
        damage(foreign, null);
        assertThat(newIndex().publish(build, live).objects()).isEqualTo(2);
        // one below it is gone over
        replace(layout().manifest(IndexLayout.LARGEST_NUMBER - 1), "{".getBytes(UTF_8));
        rebuild();
    }

    // a table that is dropped, and its folder deleted, while its index is built

    @Test
    public void testSegmentThatIsWrittenAfterTheFolderWasDeleted() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        dropTable();
        assertThatThrownBy(() -> write(index, build, "late", live.getFirst()))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("the table was dropped");
        assertThat(list()).isEmpty();
    }

    @Test
    public void testManifestThatIsCreatedAfterTheFolderWasDeleted() {
        TableIndex index = newIndex();
        for (boolean first : List.of(false, true)) {
            String build = index.beginBuild();
            write(index, build, "late", live.getFirst());
            FileStore dropping = intercepted((_, _) -> {}, create -> {
                dropTable();
                return create.run();
            });
            assertThatThrownBy(() -> open(newStore(), dropping).publish(build, live))
                    .as("the first manifest of an index: %s", first)
                    .isInstanceOf(IndexUnavailableException.class)
                    .hasMessageContaining("the table was dropped");
            assertThat(list()).isEmpty();
        }
    }

    /** The new table must not get what users asked for of the old one. */
    @Test
    public void testTableMadeAnewWhileABuildMerges() {
        newIndex().request(_ -> List.of(BY_LABEL));
        leaveBehind();
        String build = newIndex().beginBuild();
        LiveObject anew = object("anew", 10);
        FileStore slow = intercepted((method, _) -> {
            if (method.equals("write")) {
                dropTable();
                publish(newIndex(), "anew", List.of(anew));
            }
        });
        // of what was left behind alone, which the build has in memory
        assertThatThrownBy(() -> open(newStore(), slow).publish(build, List.of(live.getLast())))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageContaining("the table was dropped");
        assertThat(newIndex().requested()).isEmpty();
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("anew", anew));
        assertThat(list()).as("a manifest and a segment").hasSize(2);
    }

    private void dropTable() {
        files.deleteFolder(new FileLocation(TABLE.location()));
    }

    // the store itself

    @Test
    public void testStoreThatRefuses() {
        FileStore refusing = intercepted((_, arguments) -> {
            throw refusal(arguments);
        });
        TableIndex index = open(newStore(), refusing);
        for (Runnable call : List.<Runnable>of(
                index::current,
                index::requested,
                index::coverage,
                index::beginBuild,
                () -> index.request(_ -> List.of(BY_LABEL)),
                () -> index.publish("20250101T000000Z-00000000", live),
                () -> write(index, "20250101T000000Z-00000000", "label", live.getFirst()),
                () -> index.vacuum(Duration.ofDays(1), true))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IndexUnavailableException.class)
                    .hasMessageContaining("403")
                    .hasMessageContaining("_skipping");
        }
    }

    /** What users asked for may be in the newest manifest alone: a build that went back to an older one would forget it. */
    @Test
    public void testManifestThatCannotBeFetchedIsNotPassedOver() {
        newIndex().request(_ -> List.of(BY_LABEL));
        String build = newIndex().beginBuild();
        TableIndex index = open(newStore(), intercepted((method, arguments) -> {
            if (method.equals("read") && arguments[0].toString().contains("/manifests/")) {
                throw refusal(arguments);
            }
        }));
        for (Runnable call : List.<Runnable>of(
                index::requested,
                index::isAutomatic,
                index::coverage,
                () -> index.request(_ -> List.of()),
                () -> index.setAutomatic(true),
                () -> index.publish(build, live))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IndexUnavailableException.class)
                    .hasMessageContaining("403");
        }
        assertThat(newIndex().requested()).containsExactly(BY_LABEL);
    }

    /** Whatever a state leaves out is lost: the builds that summarised it have no markers any more. */
    @Test
    public void testSegmentThatCannotBeFetchedIsNotLeftOut() {
        String build = newIndex().beginBuild();
        LiveObject added = object("added", 10);
        write(newIndex(), build, "added", added);
        live.add(added);
        expected.putAll(contents("added", added));
        for (int segment = 0; segment < 3; segment++) {
            FileLocation unreachable = file("segments", segment);
            TableIndex index = open(newStore(), intercepted((method, arguments) -> {
                if (method.equals("read") && arguments[0].equals(unreachable)) {
                    throw refusal(arguments);
                }
            }));
            for (Runnable call : List.<Runnable>of(index::coverage, () -> index.publish(build, live))) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(IndexUnavailableException.class)
                        .hasMessageContaining("403")
                        .hasMessageContaining(unreachable.toString())
                        .hasMessageEndingWith("; if this stays so, delete the file and build");
            }
        }
        assertThat(newIndex().publish(build, live).objects()).isEqualTo(3);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    /** A store that has lost a file lists it nevertheless. */
    @Test
    public void testSegmentThatTheStoreHasLost() {
        for (int segment = 0; segment < 2; segment++) {
            setUp();
            FileLocation lost = file("segments", segment);
            LiveObject object = live.get(segment);
            FileStore losing = losing(lost);
            assertThat(open(newStore(), losing).coverage().covers(object, List.of(BY_LABEL)))
                    .isFalse();
            rebuild(newStore(), losing);
        }
    }

    /** Expects a failure, since what users asked for may be in no other manifest, and the store may find this one again. */
    @Test
    public void testManifestThatTheStoreHasLost() {
        newIndex().request(_ -> List.of(BY_LABEL));
        String build = newIndex().beginBuild();
        TableIndex index = open(newStore(), losing(file("manifests", 2)));
        for (Runnable call : List.<Runnable>of(
                index::beginBuild, index::coverage, () -> index.setAutomatic(true), () -> index.publish(build, live))) {
            assertThatThrownBy(call::run).isInstanceOf(IndexLostException.class);
        }
        assertThat(newIndex().publish(build, live).objects()).isEqualTo(2);
        assertThat(newIndex().requested()).containsExactly(BY_LABEL);
    }

    private FileStore losing(FileLocation lost) {
        return intercepted((method, arguments) -> {
            if (method.equals("read") && arguments[0].equals(lost)) {
                throw new IndexLostException("Cannot read index " + lost, new IOException("Could not obtain block"));
            }
        });
    }

    @Test
    public void testSegmentThatIsDeletedAfterTheListing() {
        for (int segment = 0; segment < 2; segment++) {
            setUp();
            FileLocation gone = file("segments", segment);
            LiveObject object = live.get(segment);
            TableIndex index = open(newStore(), intercepted((method, arguments) -> {
                if (method.equals("read") && arguments[0].equals(gone)) {
                    damage(gone, null);
                }
            }));
            assertThat(index.coverage().covers(object, List.of(BY_LABEL))).isFalse();
            rebuild();
        }
    }

    /** Some stores refuse to read nothing. */
    @Test
    public void testEmptyFilesAreNotRead() {
        String build = newIndex().beginBuild();
        write(newIndex(), build, "left", object("left", 10));
        replace(file("segments", 2), new byte[0]);
        FileStore refusing = intercepted((method, arguments) -> {
            if (method.equals("read") && arguments[1].equals(0L)) {
                throw refusal(arguments);
            }
        });
        rebuild(newStore(), refusing);
        for (String folder : List.of("manifests", "segments")) {
            setUp();
            replace(file(folder, 1), new byte[0]);
            rebuild(newStore(), refusing);
        }
    }

    @Test
    public void testUserWhomTheStoreRefusesSeesNothingFromTheCache() {
        FileStore refusing = intercepted((_, arguments) -> {
            throw refusal(arguments);
        });
        IndexStore store = newStore();
        assertThat(open(store, files).current()).isPresent();
        IndexAccess other = new IndexAccess(() -> refusing, Optional.of(new IndexUser("other", Set.of())));
        assertThatThrownBy(() -> store.open(TABLE, other).current()).isInstanceOf(IndexUnavailableException.class);
    }

    @Test
    public void testStoreThatDeletesNothing() {
        TableIndex index = open(newStore(), intercepted((method, arguments) -> {
            if (method.startsWith("delete")) {
                throw refusal(arguments);
            }
        }));
        for (String name : List.of("one", "two")) {
            publish(index, name, List.of(object(name, 10)));
            assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents(name, object(name, 10)));
        }
    }

    @Test
    public void testAnswerOfTheStoreIsLost() {
        // the store creates the file, the client sends the request once more and is told that there is one
        AtomicInteger requests = new AtomicInteger();
        FileStore losing = intercepted((_, _) -> {}, create -> {
            requests.incrementAndGet();
            create.run();
            return create.run();
        });
        TableIndex index = open(newStore(), losing);
        LiveObject added = object("added", 10);
        publish(index, "added", List.of(added));
        assertThat(requests).hasValue(1);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(contents("added", added));
        assertThat(list().stream().filter(file -> file.location().toString().contains("/manifests/")))
                .hasSize(3);
    }

    /** The newest manifest may be the build's own, and then names what the build has merged. */
    @Test
    public void testAnswerOfTheStoreIsLostAndTheManifestCannotBeFetched() {
        leaveBehind();
        String build = newIndex().beginBuild();
        AtomicBoolean isLost = new AtomicBoolean();
        List<String> deleted = new ArrayList<>();
        FileStore losing = intercepted(
                (method, arguments) -> {
                    if (method.equals("read") && isLost.getAndSet(false)) {
                        throw refusal(arguments);
                    }
                    if (method.equals("delete")) {
                        deleted.add(arguments[0].toString());
                    }
                },
                create -> {
                    isLost.set(create.run());
                    return false;
                });
        assertThat(open(newStore(), losing).publish(build, live).objects()).isEqualTo(3);
        assertThat(deleted).as("the build's marker").singleElement().asString().contains(build);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    @Test
    public void testWhatWasMergedForALostRaceIsDeleted() {
        leaveBehind();
        String build = newIndex().beginBuild();
        AtomicInteger creations = new AtomicInteger();
        FileStore slow = intercepted((_, _) -> {}, create -> {
            if (creations.getAndIncrement() == 0) {
                newIndex().request(_ -> List.of(BY_LABEL));
            }
            return create.run();
        });
        assertThat(open(newStore(), slow).publish(build, live).objects()).isEqualTo(3);
        assertThat(creations).hasValue(2);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
        assertThat(newIndex().requested()).containsExactly(BY_LABEL);
        assertThat(list().stream().filter(file -> file.location().text().contains("/segments/")))
                .as("two of the state, one left behind, one merged from it")
                .hasSize(4);
    }

    /** A part of a large object cannot be read: the other parts, which no state can name, do not stay for each build that tries. */
    @Test
    public void testPartsOfAnObjectThatLacksOthersAreDeleted() {
        LiveObject broken = object("broken", 300);
        LiveObject whole = object("whole", 200);
        live.add(broken);
        live.add(whole);
        for (int attempt = 0; attempt < 2; attempt++) {
            TableIndex index = newIndex();
            String build = index.beginBuild();
            writePart(index, build, broken, new ByteRange(0, 100));
            writePart(index, build, broken, new ByteRange(200, 100));
            if (attempt == 0) {
                writePart(index, build, whole, new ByteRange(0, 100));
                writePart(index, build, whole, new ByteRange(100, 100));
            }
            assertThat(index.publish(build, live).objects())
                    .as("without the broken one")
                    .isEqualTo(3);
            assertThat(list().stream().filter(file -> file.location().text().contains(build)))
                    .as("files of the build")
                    // the parts of the other object, which were merged into one segment, are for vacuum
                    .hasSize(attempt == 0 ? 2 : 0);
        }
        assertThat(contents(newIndex().current().orElseThrow())).containsAllEntriesOf(expected);
        assertThat(newIndex().coverage().covers(broken, List.of(BY_LABEL))).isFalse();

        // once the part can be read, nothing is missing
        TableIndex index = newIndex();
        String build = index.beginBuild();
        for (int start = 0; start < 300; start += 100) {
            writePart(index, build, broken, new ByteRange(start, 100));
        }
        assertThat(index.publish(build, live).objects()).isEqualTo(4);
    }

    private static void writePart(TableIndex index, String build, LiveObject object, ByteRange range) {
        try (SegmentSink sink = index.newSegment(build, List.of(BY_LABEL))) {
            Labels.add(sink, "label", object, range.start(), range.length());
            sink.finish();
        }
    }

    /** Checks that what a killed build has left is adopted at once, and read by later builds for a day only. */
    @Test
    public void testBuildsThatWereKilledLongAgoAreEnded() {
        age = Duration.ofDays(2);
        leaveBehind();
        age = Duration.ofHours(23);
        leaveBehind("recent");
        age = Duration.ZERO;
        String underWay = newIndex().beginBuild();
        newIndex().publish(newIndex().beginBuild(), live);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
        assertThat(list().stream().filter(file -> file.location().text().contains("/builds/")))
                .as("markers")
                .hasSize(2)
                .anyMatch(file -> file.location().text().contains(underWay));
    }

    /** Adds an object whose build never ended, so that the next one writes its summaries into a new segment. */
    private LiveObject leaveBehind() {
        return leaveBehind("left");
    }

    private LiveObject leaveBehind(String name) {
        LiveObject left = object(name, 10);
        write(newIndex(), newIndex().beginBuild(), name, left);
        live.add(left);
        expected.putAll(contents(name, left));
        return left;
    }

    /** Each write of a build may be its last: readers see the state before or the one after. */
    @Test
    public void testBuilderDiesAtEveryWrite() {
        for (int writes = 0; ; writes++) {
            setUp();
            AtomicInteger left = new AtomicInteger(writes);
            FileStore dying = intercepted((method, _) -> {
                if (List.of("write", "createExclusive", "delete").contains(method) && left.getAndDecrement() <= 0) {
                    throw new IndexUnavailableException("died");
                }
            });
            TableIndex index = open(newStore(), dying);
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
        FileStore counting = intercepted((method, _) -> calls.merge(method, 1, Integer::sum));
        IndexStore store = newStore();
        IndexSnapshot first = open(store, counting).current().orElseThrow();
        assertThat(calls).isEqualTo(Map.of("list", 1, "read", 3));
        calls.clear();
        assertThat(open(store, counting).current().orElseThrow()).isSameAs(first);
        assertThat(calls).isEqualTo(Map.of("list", 1));

        // of a new state only what is new is fetched: the manifest and a segment
        publish(newIndex(), "more", List.of(object("more", 10)), List.of(live.get(0), live.get(1), object("more", 10)));
        calls.clear();
        assertThat(open(store, counting).current().orElseThrow()).isNotSameAs(first);
        assertThat(calls).isEqualTo(Map.of("list", 1, "read", 2));
    }

    @Test
    public void testTableCreatedAnewAtTheSamePlace() throws Exception {
        IndexStore store = newStore();
        assertThat(contents(open(store, files).current().orElseThrow())).isEqualTo(expected);
        dropTable();
        assertThat(open(store, files).current()).isEmpty();
        Thread.sleep(2);
        LiveObject object = object("new", 10);
        publish(newIndex(), "anew", List.of(object));
        publish(newIndex(), "anew", List.of(object("newer", 10)));
        assertThat(contents(open(store, files).current().orElseThrow()))
                .isEqualTo(contents("anew", object("newer", 10)));
    }

    // helpers

    private interface Interceptor {
        void before(String method, Object[] arguments);
    }

    private interface Create {
        /** @return whether the file was created */
        boolean run();
    }

    private interface CreateInterceptor {
        boolean create(Create create);
    }

    private static IndexUnavailableException refusal(Object[] arguments) {
        return new IndexUnavailableException(
                "Cannot use index %s: Access Denied (Service: S3, Status Code: 403)".formatted(arguments[0]));
    }

    private FileStore intercepted(Interceptor interceptor) {
        return intercepted(interceptor, Create::run);
    }

    private FileStore intercepted(Interceptor interceptor, CreateInterceptor creates) {
        return (FileStore) Proxy.newProxyInstance(
                FileStore.class.getClassLoader(), new Class<?>[] {FileStore.class}, (_, method, arguments) -> {
                    interceptor.before(method.getName(), arguments);
                    if (method.getName().equals("createExclusive")) {
                        return creates.create(
                                () -> files.createExclusive((FileLocation) arguments[0], (byte[]) arguments[1]));
                    }
                    return invoke(method, arguments);
                });
    }

    private Object invoke(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(files, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void assertUnavailable(FileLocation file, String... parts) {
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
        rebuild(newStore(), files);
    }

    private void rebuild(IndexStore store, FileStore through) {
        TableIndex index = open(store, through);
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

    private List<StoredFile> list() {
        return files.list(layout().directory());
    }

    /** The files of a folder by age. */
    private FileLocation file(String folder, int number) {
        return list().stream()
                .filter(file -> file.location().text().contains("/" + folder + "/"))
                .sorted(Comparator.comparing(StoredFile::lastModified)
                        .thenComparing(file -> file.location().text()))
                .toList()
                .get(number)
                .location();
    }

    private byte[] content(FileLocation location) {
        return files.content(location);
    }

    private void replace(FileLocation location, byte[] content) {
        files.put(location, content);
    }

    private void damage(FileLocation location, UnaryOperator<byte[]> fault) {
        if (fault == null) {
            files.delete(List.of(location));
        } else {
            replace(location, fault.apply(content(location)));
        }
    }
}
